// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

// Files, with and without a name.
extension Syscall {
    /// The attributes of a file that `stat` returns, as far as the program uses them.
    package struct Status: Equatable, Sendable {
        /// The types of files that the program distinguishes.
        package enum Kind: Sendable { case regular, folder, socket, other }

        /// The device that contains the file.
        package let device: UInt64
        /// The inode number of the file, unique on its device.
        package let inode: UInt64
        /// The type of the file.
        package let kind: Kind
        /// The permission bits of the file's mode.
        package let permissions: UInt32
        /// The length of a regular file in bytes; unspecified for other types.
        package let size: Int

        /// Whether both describe the same file, regardless of their paths.
        package func isSameFile(as other: Status) -> Bool {
            device == other.device && inode == other.inode
        }
    }

    /// Opens a file; the descriptor is closed on exec.
    package static func open(
        _ path: String,
        _ flags: Int32,
        permissions: UInt32 = 0o666
    ) throws(Failure) -> Int32 {
        while true {
            // SAFETY: the string is NUL-terminated for the call.
            let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, permissions)
            let code = errno
            if descriptor >= 0 { return descriptor }
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    /// Creates a file without a name in a folder, which ``link(_:to:)`` can name later.
    ///
    /// Closing it before that deletes it.
    ///
    /// - Throws: ``Failure``, also if the file system does not support such files, or if there is
    ///   no `/proc`, which ``link(_:to:)`` needs.
    package static func openUnnamed(in folder: String) throws(Failure) -> Int32 {
        // Reference: open(2), O_TMPFILE, whose definition is not imported.
        let descriptor = try open(folder, O_WRONLY | O_DIRECTORY | 0o20000000)
        do throws(Failure) {
            _ = try status(processPath(of: descriptor))
            return descriptor
        } catch {
            try? close(descriptor)
            throw error
        }
    }

    /// Gives a file without a name its first name; fails if the name exists.
    package static func link(_ descriptor: Int32, to path: String) throws(Failure) {
        // SAFETY: the strings are NUL-terminated for the call.
        let result = unsafe linkat(
            AT_FDCWD,
            processPath(of: descriptor),
            AT_FDCWD,
            path,
            AT_SYMLINK_FOLLOW
        )
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    private static func processPath(of descriptor: Int32) -> String {
        "/proc/self/fd/\(descriptor)"
    }

    /// Flushes a file to the disk with `fsync`; returns at once for a pipe or a device.
    package static func synchronize(_ descriptor: Int32) throws(Failure) {
        while Glibc.fsync(descriptor) != 0 {
            let code = errno
            if code == EINVAL || code == ENOTSUP { return }
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    /// Reads all bytes until the end of a file, pipe or socket.
    ///
    /// - Parameters:
    ///   - descriptor: The file, pipe or socket.
    ///   - expected: The expected number of bytes; it affects only the speed.
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` of a read.
    package static func readAll(_ descriptor: Int32, expected: Int = 0) throws(Failure) -> [UInt8] {
        // One byte more than expected, so that the end is found without another buffer.
        var room = min(max(expected, 0), 64 << 20) + 1
        var bytes: [UInt8] = []
        while true {
            let isFirst = bytes.isEmpty
            // What was expected may stay in memory, so it gets no larger array.
            if !isFirst || expected <= 0 { room = max(room, 64 << 10) }
            let more = try read(descriptor, atMost: room, isExpected: isFirst && expected > 0)
            if bytes.isEmpty { bytes = more } else { bytes += more }
            if more.count < room { return bytes }
            room = bytes.count
        }
    }

    /// Reads until a number of bytes or the end is reached.
    ///
    /// - Parameters:
    ///   - descriptor: The file, pipe or socket.
    ///   - room: The greatest number of bytes to read.
    ///   - isExpected: Whether that many bytes are likely.
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` of a read.
    private static func read(
        _ descriptor: Int32,
        atMost room: Int,
        isExpected: Bool
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        // SAFETY: the initialized count is the number of bytes read.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            // SAFETY: the pointer and the count are those of the buffer.
            if isExpected { unsafe populate(UnsafeMutableRawBufferPointer(buffer)) }
            while filled < room {
                // SAFETY: the slice lies within the buffer.
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let count = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
                let code = errno
                if count == 0 { return }
                if count > 0 {
                    filled += count
                } else if code != EINTR {
                    failure = Failure(code: code)
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Allocates all pages of a large buffer with one call.
    ///
    /// Page faults for the pages one by one take several times as long. Kernels before Linux 5.14
    /// refuse the request, which is harmless.
    private static func populate(_ buffer: UnsafeMutableRawBufferPointer) {
        let page = Int(getpagesize())
        guard let base = buffer.baseAddress, buffer.count >= 64 * page else { return }
        // SAFETY: the pages lie within the buffer, and their contents do not change.
        let first = unsafe base.alignedUp(toMultipleOf: page)
        let end = unsafe (base + buffer.count).alignedDown(toMultipleOf: page)
        _ = unsafe madvise(first, end - first, MADV_POPULATE_WRITE)
    }

    /// Writes all bytes to a descriptor; waits when a nonblocking one accepts no more.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the pointer and the count are those of the slice, which outlives the call.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            let code = count == 0 ? EIO : errno
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if code == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // SAFETY: one entry, which outlives the call.
                _ = unsafe poll(&entry, 1, -1)
            } else if code != EINTR {
                throw Failure(code: code)
            }
        }
    }

    /// Reads the status of the file at a path, following symbolic links.
    package static func status(_ path: String) throws(Failure) -> Status {
        var entry = stat()
        // SAFETY: the string is NUL-terminated for the call, and the structure is a local variable.
        let result = unsafe stat(path, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return Status(entry)
    }

    /// Reads the status of the file at a path, without following symbolic links.
    package static func linkStatus(_ path: String) throws(Failure) -> Status {
        var entry = stat()
        // SAFETY: the string is NUL-terminated for the call, and the structure is a local variable.
        let result = unsafe lstat(path, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return Status(entry)
    }

    /// Reads the status of an open file.
    package static func status(_ descriptor: Int32) throws(Failure) -> Status {
        var entry = stat()
        // SAFETY: the structure is a local variable.
        let result = unsafe fstat(descriptor, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return Status(entry)
    }

    /// Returns the absolute path of a file without symbolic links; nil if the file does not exist.
    package static func realPath(_ path: String) -> String? {
        // SAFETY: the string is NUL-terminated for the call; the caller frees the result.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Renames a file; replaces an existing file.
    package static func rename(_ old: String, to new: String) throws(Failure) {
        // SAFETY: the strings are NUL-terminated for the call.
        let result = unsafe Glibc.rename(old, new)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Sets the permission bits of an open file.
    package static func setPermissions(
        _ permissions: UInt32,
        of descriptor: Int32
    ) throws(Failure) {
        let result = fchmod(descriptor, permissions)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Sets the permission bits of the file at a path.
    package static func setPermissions(
        _ permissions: UInt32,
        of path: String
    ) throws(Failure) {
        // SAFETY: the string is NUL-terminated for the call.
        let result = unsafe chmod(path, mode_t(permissions))
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Removes a file, if it exists.
    package static func remove(_ path: String) {
        // SAFETY: the string is NUL-terminated for the call.
        _ = unsafe unlink(path)
    }

    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

extension Syscall.Status {
    fileprivate init(_ entry: stat) {
        device = UInt64(entry.st_dev)
        inode = UInt64(entry.st_ino)
        permissions = entry.st_mode & 0o7777
        size = Int(entry.st_size)
        kind =
            switch entry.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFSOCK: .socket
            default: .other
            }
    }
}
