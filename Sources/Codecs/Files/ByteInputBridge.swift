// SPDX-License-Identifier: Apache-2.0

extension ByteInput {
    /// This object as the context of a C callback, unretained: the owner of the handle keeps it
    /// alive.
    var context: UnsafeMutableRawPointer {
        // SAFETY: the owner of the handle that gets the pointer also owns a reference to this object.
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Copies the next bytes of the file to a buffer of the C library.
    ///
    /// - Parameters:
    ///   - context: The pointer from ``context``.
    ///   - buffer: Room for `capacity` bytes.
    ///   - capacity: The greatest number of bytes to copy.
    /// - Returns: The number of bytes copied; 0 at the end of the file or after a failure.
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

    /// Returns to the C library whether the caller wants it to go on.
    ///
    /// - Parameter context: The pointer from ``context``.
    /// - Returns: 1 to go on, 0 to stop.
    static func proceed(_ context: UnsafeMutableRawPointer) -> Int32 {
        // SAFETY: C passes back the context that it was created with, whose object is alive.
        let input = unsafe Unmanaged<ByteInput>.fromOpaque(context).takeUnretainedValue()
        return input.supervision.mayContinue() ? 1 : 0
    }
}
