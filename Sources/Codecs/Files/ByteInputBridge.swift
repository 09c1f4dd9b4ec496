// SPDX-License-Identifier: Apache-2.0

extension ByteInput {
    /// This object as the context of a C callback; the handle's owner keeps it alive.
    var context: UnsafeMutableRawPointer {
        // SAFETY: whoever owns the handle that gets the pointer also owns a reference to this.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Copies the bytes that come next to where C wants them.
    ///
    /// - Parameters:
    ///   - context: What ``context`` gave.
    ///   - buffer: Room for `capacity` bytes.
    ///   - capacity: The most that is copied.
    /// - Returns: How many were copied; 0 at the end of the file or after a failure.
    static func read(
        _ context: UnsafeMutableRawPointer,
        _ buffer: UnsafeMutablePointer<UInt8>,
        _ capacity: Int
    ) -> Int {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let input = unsafe Unmanaged<ByteInput>.fromOpaque(context).takeUnretainedValue()
        let bytes = input.next(upTo: capacity)
        // SAFETY: C owns `capacity` bytes at `buffer`, and no more than that many are copied.
        let room = unsafe UnsafeMutableBufferPointer(start: buffer, count: capacity)
        return unsafe room.update(fromContentsOf: bytes)
    }

    /// Asks whether C may go on.
    ///
    /// - Parameter context: What ``context`` gave.
    /// - Returns: 0 to stop.
    static func proceed(_ context: UnsafeMutableRawPointer) -> Int32 {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let input = unsafe Unmanaged<ByteInput>.fromOpaque(context).takeUnretainedValue()
        return input.mayContinue() ? 1 : 0
    }
}
