// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

// Files below a folder, as they are named by somebody who may see no others.
extension Syscall {
    /// The identity of a file's contents: while it is the same, so are the bytes, unless they have
    /// just changed.
    package struct FileVersion: Hashable, Sendable {
        /// The device that contains the file.
        package let device: UInt64
        /// The inode number of the file, unique on its device.
        package let inode: UInt64
        /// The length of the file, in bytes.
        package let size: Int
        /// The time of the last modification of the contents, in nanoseconds since 1970.
        package let modified: Int64
        /// The time of the last change of the contents or attributes, in nanoseconds since 1970.
        ///
        /// No program can set it.
        package let changed: Int64
    }

    /// Opens a folder as the root for opening files below it.
    package static func openFolder(_ path: String) throws(Failure) -> Int32 {
        // Reference: open(2), O_PATH, whose definition is not imported.
        try open(path, O_DIRECTORY | 0o10000000)
    }

    /// Opens a file below a folder for reading.
    ///
    /// Symbolic links are followed, unless they lead out of the folder. Where the system has no `openat2`,
    /// none are followed.
    ///
    /// - Parameters:
    ///   - path: The path from the folder on.
    ///   - folder: A descriptor of the folder.
    ///   - isWalked: Whether to do without `openat2`; for tests.
    /// - Returns: The descriptor, which may be that of something else than a regular file.
    /// - Throws: ``Failure``, with `EXDEV` if the path leads out of the folder.
    package static func open(
        _ path: String,
        beneath folder: Int32,
        isWalked: Bool = false
    ) throws(Failure) -> Int32 {
        var attempts = 0
        while true {
            // SAFETY: the string is NUL-terminated for the call.
            let descriptor = unsafe CPlatform_open_beneath(folder, path, isWalked)
            let code = errno
            if descriptor >= 0 { return descriptor }
            attempts += 1
            // The kernel gives up when names change on the way.
            guard code == EINTR || code == EAGAIN, attempts < 32 else { throw Failure(code: code) }
        }
    }

    /// Reads the version of an open file; nil if it is not a regular file.
    package static func version(_ descriptor: Int32) throws(Failure) -> FileVersion? {
        var entry = stat()
        // SAFETY: the structure is a local variable.
        let result = unsafe fstat(descriptor, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        guard entry.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileVersion(
            device: UInt64(entry.st_dev),
            inode: UInt64(entry.st_ino),
            size: Int(entry.st_size),
            modified: nanoseconds(entry.st_mtim),
            changed: nanoseconds(entry.st_ctim)
        )
    }
}
