// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system calls of the program.
enum Syscall {
    /// A refusal of the system.
    struct Failure: Error, Equatable {
        let code: Int32

        /// The system's own words, such as "No such file or directory".
        var words: String {
            // SAFETY: the buffer is as long as it is said to be, and the result is copied.
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
                guard let start = buffer.baseAddress else { return "error \(code)" }
                guard unsafe strerror_r(code, start, buffer.count) == 0 else {
                    return "error \(code)"
                }
                return unsafe String(cString: start)
            }
        }
    }

    /// What `stat` says about a path, as far as it matters here.
    struct Status: Equatable {
        enum Kind { case regular, folder, other }

        let device: UInt64
        let inode: UInt64
        let kind: Kind
        let permissions: UInt32
        /// The length of a regular file in bytes; other things may say what they like.
        let size: Int

        /// Whether both are one and the same file, whatever their paths.
        func isSameFile(as other: Status) -> Bool {
            device == other.device && inode == other.inode
        }
    }

    static func open(
        _ path: String,
        _ flags: Int32,
        permissions: UInt32 = 0o666
    ) throws(Failure) -> Int32 {
        while true {
            // SAFETY: the string is a C string for the time of the call.
            let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, permissions)
            let code = errno
            if descriptor >= 0 { return descriptor }
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    /// Creates a file in a folder that has no name, and is gone with its descriptor.
    ///
    /// - Throws: What the system refuses, which may be such files altogether: not every file system
    ///   has them, and ``link(_:to:)`` needs `/proc`.
    static func openUnnamed(in folder: String) throws(Failure) -> Int32 {
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

    /// Gives a file without a name its first one, which nothing else may have.
    static func link(_ descriptor: Int32, to path: String) throws(Failure) {
        // SAFETY: the strings are C strings for the time of the call.
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

    /// Lets those standard streams that are closed refuse everything.
    ///
    /// Otherwise what is opened next takes their numbers, and lines of the log end up in a result or
    /// with a client.
    static func occupyStandardStreams() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one, as those below it are taken.
            // SAFETY: the string is a literal.
            _ = unsafe Glibc.open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Waits until what was written is on the disk; a file that cannot be waited for passes.
    static func synchronize(_ descriptor: Int32) throws(Failure) {
        while Glibc.fsync(descriptor) != 0 {
            let code = errno
            if code == EINVAL || code == ENOTSUP { return }
            guard code == EINTR else { throw Failure(code: code) }
        }
    }

    static func close(_ descriptor: Int32) throws(Failure) {
        let result = Glibc.close(descriptor)
        let code = errno
        // On Linux the descriptor is gone after EINTR too.
        guard result == 0 || code == EINTR else { throw Failure(code: code) }
    }

    /// Reads to the end.
    ///
    /// - Parameters:
    ///   - descriptor: What is read.
    ///   - expected: How many bytes there may be; any number will do.
    /// - Returns: The bytes.
    /// - Throws: ``Failure`` of a read.
    static func readAll(_ descriptor: Int32, expected: Int = 0) throws(Failure) -> [UInt8] {
        // One byte more than there are, so that the end is met without room for others.
        var room = min(max(expected, 0), 64 << 20) + 1
        var bytes: [UInt8] = []
        while true {
            room = max(room, 64 << 10)
            let isFirst = bytes.isEmpty
            let more = try read(descriptor, atMost: room, isExpected: isFirst && expected > 0)
            if bytes.isEmpty { bytes = more } else { bytes += more }
            if more.count < room { return bytes }
            room = bytes.count
        }
    }

    /// Reads until there is no room, which is expected to be filled or not, or to the end.
    private static func read(
        _ descriptor: Int32,
        atMost room: Int,
        isExpected: Bool
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        // SAFETY: as many bytes are said to be there as were read.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            // SAFETY: the buffer is as long as it says.
            if isExpected { unsafe populate(UnsafeMutableRawBufferPointer(buffer)) }
            while filled < room {
                // SAFETY: what is left of the buffer is as long as it is said to be.
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

    /// Has the system provide all pages of a large buffer at once.
    ///
    /// One by one, as they are touched, takes several times as long; where the system knows no other
    /// way, it stays with that.
    private static func populate(_ buffer: UnsafeMutableRawBufferPointer) {
        let page = Int(getpagesize())
        guard let base = buffer.baseAddress, buffer.count >= 64 * page else { return }
        // SAFETY: the pages between lie within the buffer, and what they hold stays as it is.
        let first = unsafe base.alignedUp(toMultipleOf: page)
        let end = unsafe (base + buffer.count).alignedDown(toMultipleOf: page)
        _ = unsafe madvise(first, end - first, MADV_POPULATE_WRITE)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the pointer and the count are those of the slice, which outlives the call.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            let code = errno
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if code != EINTR {
                throw Failure(code: code)
            }
        }
    }

    static func status(_ path: String) throws(Failure) -> Status {
        var entry = stat()
        // SAFETY: the string is a C string for the time of the call, and the structure is ours.
        let result = unsafe stat(path, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return Status(entry)
    }

    static func status(_ descriptor: Int32) throws(Failure) -> Status {
        var entry = stat()
        // SAFETY: the structure is ours.
        let result = unsafe fstat(descriptor, &entry)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
        return Status(entry)
    }

    /// The path without symbolic links; the file must exist.
    static func realPath(_ path: String) -> String? {
        // SAFETY: the string is a C string for the time of the call; the result is ours to free.
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func rename(_ old: String, to new: String) throws(Failure) {
        // SAFETY: the strings are C strings for the time of the call.
        let result = unsafe Glibc.rename(old, new)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
        let result = fchmod(descriptor, permissions)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) {
        // SAFETY: the string is a C string for the time of the call.
        _ = unsafe unlink(path)
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Leaves a signal to a dispatch source, or to nobody.
    static func ignore(_ signal: Int32) {
        _ = Glibc.signal(signal, SIG_IGN)
    }

    /// Allows as many open files as the system lets this process have.
    ///
    /// The usual soft limit of 1,024 is less than the default number of connections.
    static func raiseFileLimit() {
        var limit = rlimit()
        // SAFETY: the structure is ours.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return
        }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    static func exit(_ code: ExitCode) -> Never { Glibc.exit(code.rawValue) }
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
            default: .other
            }
    }
}
