// SPDX-License-Identifier: Apache-2.0

import Glibc

// Folders, locks and times of files: the calls of a store.
extension Syscall {
    /// The times of a file, in nanoseconds since 1970.
    package struct FileTimes: Hashable, Sendable {
        /// The time of the last access.
        package let accessed: Int64
        /// The time of the last modification.
        package let modified: Int64
    }

    /// Creates a folder at a path, unless there is one already.
    ///
    /// - Returns: Whether it was created; false if there is one already.
    @discardableResult
    package static func makeFolder(
        _ path: String,
        permissions: UInt32 = 0o777
    ) throws(Failure) -> Bool {
        // SAFETY: the string is NUL-terminated for the call.
        let result = unsafe mkdir(path, mode_t(permissions))
        let code = errno
        if result == 0 { return true }
        guard code == EEXIST else { throw Failure(code: code) }
        return false
    }

    /// Opens a regular file to read; never follows, opens or waits for anything else.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The descriptor and the status; nil if a symbolic link, a folder, a pipe, a socket or a
    ///   device has this path.
    /// - Throws: ``Failure``, also if there is no file.
    package static func openRegular(
        _ path: String
    ) throws(Failure) -> (file: Int32, status: Status)? {
        guard try linkStatus(path).kind == .regular else { return nil }
        // The file may have been exchanged since.
        let file = try open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        do throws(Failure) {
            let status = try status(file)
            if status.kind == .regular { return (file, status) }
        } catch {
            try? close(file)
            throw error
        }
        try? close(file)
        return nil
    }

    /// Opens a folder, unless its path is a symbolic link.
    package static func openPlainFolder(_ path: String) throws(Failure) -> Int32 {
        try open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Reads the names of the files in a folder, without `.` and `..`, in no order.
    package static func names(in folder: String) throws(Failure) -> [String] {
        var names: [String] = []
        try forEachName(in: folder) { names.append($0) }
        return names
    }

    /// Reads the names of the files in a folder one after the other, as ``names(in:)`` does.
    package static func forEachName(
        in folder: String,
        _ body: (String) -> Void
    ) throws(Failure) {
        // SAFETY: the string is NUL-terminated for the call.
        let opened = unsafe opendir(folder)
        let code = errno
        guard let stream = unsafe opened else { throw Failure(code: code) }
        // SAFETY: the stream is open, and closed once.
        defer { unsafe _ = closedir(stream) }
        while true {
            errno = 0
            // SAFETY: the stream is open, and no other thread uses it; an entry is valid until the next
            // call.
            guard let entry = unsafe readdir(stream) else {
                let code = errno
                guard code == 0 else { throw Failure(code: code) }
                return
            }
            // SAFETY: the name ends with a zero within the entry, which is read in place because it may
            // be shorter than its type.
            let name = unsafe String(
                cString: UnsafeRawPointer(entry)
                    .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                    .assumingMemoryBound(to: CChar.self)
            )
            if name != ".", name != ".." { body(name) }
        }
    }

    /// Removes a file, or one of its names if it has several.
    ///
    /// - Returns: Whether there was a file of that name.
    package static func removeName(_ path: String) throws(Failure) -> Bool {
        // SAFETY: the string is NUL-terminated for the call.
        let result = unsafe unlink(path)
        let code = errno
        if result == 0 { return true }
        guard code == ENOENT else { throw Failure(code: code) }
        return false
    }

    /// Locks an open file for this process alone, unless another process has locked it.
    ///
    /// The lock ends when the descriptor is closed, at the latest with the process.
    ///
    /// - Returns: Whether the lock was taken.
    package static func lock(_ descriptor: Int32) throws(Failure) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EWOULDBLOCK { return false }
            guard code == EINTR else { throw Failure(code: code) }
        }
        return true
    }

    /// Waits for a shared lock of an open file or folder, which no process with the exclusive lock
    /// may hold at the same time.
    package static func lockShared(_ descriptor: Int32) throws(Failure) {
        while flock(descriptor, LOCK_SH) != 0 {
            let code = errno
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    /// Flushes the contents and the length of a file to the disk with `fdatasync`.
    package static func synchronizeContents(_ descriptor: Int32) throws(Failure) {
        while fdatasync(descriptor) != 0 {
            let code = errno
            if code == EINVAL || code == ENOTSUP { return }
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    /// Reads a number of bytes from a position of a file, or fewer at its end.
    package static func read(
        _ descriptor: Int32,
        at offset: Int,
        count: Int
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        // SAFETY: the initialized count is the number of bytes read.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // SAFETY: the slice lies within the buffer.
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
                let read = unsafe pread(descriptor, rest.baseAddress, rest.count, offset + filled)
                let code = errno
                if read == 0 { return }
                if read > 0 {
                    filled += read
                } else if code != EINTR {
                    failure = Failure(code: code)
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads the times of the file at a path, without following symbolic links.
    package static func times(_ path: String) throws(Failure) -> FileTimes {
        var entry = stat()
        // SAFETY: the string is NUL-terminated for the call, and the structure is a local variable.
        let result = unsafe lstat(path, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return FileTimes(
            accessed: nanoseconds(entry.st_atim),
            modified: nanoseconds(entry.st_mtim)
        )
    }

    /// Sets the time of a file's last access, and keeps the time of the last modification; does not
    /// follow symbolic links.
    ///
    /// - Parameters:
    ///   - accessed: The time in nanoseconds since 1970; nil for now.
    ///   - path: The path of the file.
    /// - Throws: ``Failure``, such as that of a file of somebody else.
    package static func setAccessTime(_ accessed: Int64?, of path: String) throws(Failure) {
        // Reference: utimensat(2), UTIME_NOW and UTIME_OMIT, whose definitions are not imported.
        let access =
            accessed.map {
                timespec(tv_sec: Int($0 / 1_000_000_000), tv_nsec: Int($0 % 1_000_000_000))
            } ?? timespec(tv_sec: 0, tv_nsec: 0x3fff_ffff)
        let times = [access, timespec(tv_sec: 0, tv_nsec: 0x3fff_fffe)]
        // SAFETY: the array has the two structures that the call reads.
        let result = unsafe times.withUnsafeBufferPointer { times in
            unsafe utimensat(AT_FDCWD, path, times.baseAddress, AT_SYMLINK_NOFOLLOW)
        }
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
