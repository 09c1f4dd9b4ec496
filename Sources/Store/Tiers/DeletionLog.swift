// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// The deletions of a folder's images, in the order in which each process made them.
///
/// Processes that share a folder hold images in memory, and must learn of deletions by others. Each process
/// appends the marks of the images that it deletes to a file of its own, and a ``Reader`` reads what is new in
/// each file. So the cost of a search does not grow with the number of deletions before it. A file is locked
/// while its process appends to it, and removed an hour after its last mark or its process has ended. Deletions of one process
/// take turns: each waits until its mark is on the disk.
final class DeletionLog: Sendable {
    /// The number of marks in a file, after which its process begins another one.
    static let fileLimit = 1 << 15

    private let fileLimit: Int

    /// The locked file of this process.
    private struct File {
        let path: String
        let descriptor: Int32
        /// The number of marks in it.
        var count = 0

        /// Whether another mark goes into this file: it has room, and is still in the folder.
        func isOpen(limit: Int) -> Bool {
            guard count < limit, let named = try? Syscall.linkStatus(path) else {
                return false
            }
            return (try? Syscall.status(descriptor))?.isSameFile(as: named) == true
        }
    }

    private let folder: String
    /// Nil before the first deletion.
    private let file = Mutex<File?>(nil)

    /// Creates a log in a folder; nothing is touched yet.
    init(folder: String, fileLimit: Int = DeletionLog.fileLimit) {
        self.folder = folder
        self.fileLimit = fileLimit
    }

    deinit {
        if let file = file.withLock({ $0 }) { try? Syscall.close(file.descriptor) }
    }

    /// Appends the mark of a deleted image.
    func append(_ mark: Digest) throws(Syscall.Failure) {
        try file.withLock { (file) throws(Syscall.Failure) in
            if let open = file, !open.isOpen(limit: fileLimit) {
                try? Syscall.close(open.descriptor)
                file = nil
            }
            var open = if let file { file } else { try makeFile() }
            file = open
            do throws(Syscall.Failure) {
                try Syscall.write(mark.bytes, to: open.descriptor)
            } catch {
                // A part of the mark may be in the file, and would shift all others.
                try? Syscall.close(open.descriptor)
                file = nil
                throw error
            }
            open.count += 1
            file = open
        }
    }

    private func makeFile() throws(Syscall.Failure) -> File {
        try Syscall.makeFolder(folder, permissions: 0o750)
        let path = "\(folder)/\(String(UInt64.random(in: .min ... .max), radix: 16))"
        // Synchronous, so that other machines see a mark in a network file system.
        let flags = O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_DSYNC
        let descriptor = try Syscall.open(path, flags, permissions: 0o640)
        _ = try? Syscall.lock(descriptor)
        return File(path: path, descriptor: descriptor)
    }

    /// Removes the files to which no process has appended for a time.
    ///
    /// - Parameter time: The time of the last mark up to which a file is removed, in nanoseconds since 1970.
    func removeFiles(unchangedSince time: Int64) {
        for name in (try? Syscall.names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let times = try? Syscall.times(path), times.modified <= time,
                (try? Syscall.linkStatus(path))?.kind == .regular,
                // For writing, as network file systems demand it for a lock.
                let file = try? Syscall.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
            else { continue }
            if (try? Syscall.lock(file)) == true { Syscall.remove(path) }
            try? Syscall.close(file)
        }
    }

    /// A reader of the marks that all processes have appended to their files.
    struct Reader: DeletionReader {
        private let folder: String
        /// The number of bytes that have been read of each file.
        private var offsets: [String: Int] = [:]
        /// The marks that the last search has found.
        private var last: Set<Digest> = []

        /// Creates a reader that has read nothing yet.
        init(folder: String) { self.folder = folder }

        /// Reads the new marks, and returns them with the marks of the search before.
        ///
        /// A mark is appended before its image is removed, so another process may read the image once more.
        mutating func next() throws(BlobError) -> Set<Digest> {
            var found: Set<Digest> = []
            var offsets: [String: Int] = [:]
            do throws(Syscall.Failure) {
                for name in try Self.names(in: folder) {
                    offsets[name] = try read(name, into: &found)
                }
            } catch {
                throw FolderTier.error(error)
            }
            defer { (self.offsets, last) = (offsets, found) }
            return found.union(last)
        }

        private static func names(in folder: String) throws(Syscall.Failure) -> [String] {
            do throws(Syscall.Failure) {
                return try Syscall.names(in: folder)
            } catch {
                // Nothing has been deleted yet.
                if error.code == ENOENT { return [] }
                throw error
            }
        }

        /// Reads the rest of a file; returns how much of it has been read.
        private func read(
            _ name: String,
            into found: inout Set<Digest>
        ) throws(Syscall.Failure) -> Int {
            var offset = offsets[name] ?? 0
            guard let status = try? Syscall.linkStatus("\(folder)/\(name)"), status.size > offset,
                let (file, _) = try? Syscall.openRegular("\(folder)/\(name)")
            else { return offset }
            defer { try? Syscall.close(file) }
            // A longer file is none of a log.
            let count = min(status.size, DeletionLog.fileLimit * Digest.byteCount) - offset
            guard count > 0 else { return offset }
            let bytes = try Syscall.read(file, at: offset, count: count)
            for start in stride(from: 0, to: bytes.count, by: Digest.byteCount) {
                let end = start + Digest.byteCount
                guard end <= bytes.count, let mark = Digest(bytes: bytes[start..<end]) else {
                    break
                }
                found.insert(mark)
                offset += Digest.byteCount
            }
            return offset
        }
    }
}
