// SPDX-License-Identifier: Apache-2.0

extension ByteOutput {
    /// This object as the context of a C callback, unretained: the owner of the handle keeps it
    /// alive.
    var context: UnsafeMutableRawPointer {
        // SAFETY: the owner of the handle that gets the pointer also owns a reference to this object.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Appends bytes, hands a chunk to the sink when there are enough, and returns whether the sink
    /// is still open.
    ///
    /// - Returns: Whether the sink is still open.
    func append(_ bytes: Span<UInt8>) -> Bool {
        // SAFETY: the bytes are copied within the closure.
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Appends bytes that the C library has encoded.
    ///
    /// - Parameters:
    ///   - context: The pointer from ``context``.
    ///   - bytes: The start of the bytes.
    ///   - count: The number of bytes.
    /// - Returns: `count`, or 0 when the sink is closed.
    static func write(
        _ context: UnsafeMutableRawPointer,
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> Int {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let output = unsafe Unmanaged<ByteOutput>.fromOpaque(context).takeUnretainedValue()
        // SAFETY: C owns `count` bytes at `bytes`, copied before this returns.
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
        return unsafe output.append(buffer) ? count : 0
    }

    /// Returns to the C library whether the caller wants it to go on.
    ///
    /// - Parameter context: The pointer from ``context``.
    /// - Returns: 1 to go on, 0 to stop.
    static func proceed(_ context: UnsafeMutableRawPointer) -> Int32 {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let output = unsafe Unmanaged<ByteOutput>.fromOpaque(context).takeUnretainedValue()
        return output.supervision.mayContinue() ? 1 : 0
    }
}
