// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system calls of the service.
enum Syscall {
    /// Writes all bytes; more than one call is made only when the system takes a part.
    ///
    /// - Returns: Whether all bytes were taken; `EAGAIN` is waited for.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the pointer and the count are those of the slice, which outlives the call.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            let error = errno
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, error == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // SAFETY: one entry, which outlives the call.
                _ = unsafe poll(&entry, 1, -1)
            } else if count == 0 || error != EINTR {
                return false
            }
        }
        return true
    }
}
