// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

// Files without a name, and what is done with them.
extension Syscall {
    /// Creates an empty file in memory; -1 and `errno` where there is none.
    static func makeFile() -> Int32 {
        CEpoll_create_file()
    }

    /// Writes all bytes to the end of a file; false if the system has no room for them.
    static func write(_ file: Int32, _ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            // SAFETY: the call reads what follows the start, which is less than the count.
            let written = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(
                    file,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start
                )
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }

    /// Makes a file one that nobody can change; false if that is not possible.
    static func seal(_ file: Int32) -> Bool {
        CEpoll_seal(file) == 0
    }

    /// Sends what follows a position of a file, or as much of it as a socket takes.
    static func send(_ socket: Int32, _ file: ResidentFile, from start: Int) -> Transfer {
        while true {
            let count = file.count - start
            let written = CEpoll_send_file(socket, file.descriptor, Int64(start), count)
            if written > 0 { return .bytes(written) }
            // A sealed file does not end early.
            let error = written == 0 ? EIO : errno
            if error == EINTR { continue }
            return error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }
}
