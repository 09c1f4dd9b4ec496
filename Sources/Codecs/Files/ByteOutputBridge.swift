// SPDX-License-Identifier: Apache-2.0

extension ByteOutput {
    /// This object as the context of a C callback; the handle's owner keeps it alive.
    var context: UnsafeMutableRawPointer {
        // SAFETY: whoever owns the handle that gets the pointer also owns a reference to this.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Takes bytes, and hands over a chunk when there are enough.
    ///
    /// - Returns: Whether the sink is still open.
    func append(_ bytes: Span<UInt8>) -> Bool {
        // SAFETY: the bytes are copied within the closure.
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Takes bytes from C.
    ///
    /// - Parameters:
    ///   - context: What ``context`` gave.
    ///   - bytes: `count` bytes.
    ///   - count: How many bytes there are.
    /// - Returns: `count`, or 0 when the sink is closed.
    static func write(
        _ context: UnsafeMutableRawPointer,
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> Int {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let output = unsafe Unmanaged<ByteOutput>.fromOpaque(context).takeUnretainedValue()
        // SAFETY: C owns `count` bytes at `bytes`, which are copied before this returns.
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
        return unsafe output.append(buffer) ? count : 0
    }

    /// Asks whether C may go on.
    ///
    /// - Parameter context: What ``context`` gave.
    /// - Returns: 0 to stop.
    static func proceed(_ context: UnsafeMutableRawPointer) -> Int32 {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let output = unsafe Unmanaged<ByteOutput>.fromOpaque(context).takeUnretainedValue()
        return output.mayContinue() ? 1 : 0
    }
}
