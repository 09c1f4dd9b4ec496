// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform

// The files of blobs. What is no regular file, such as a symbolic link or a pipe, is never followed, opened or
// waited for; it gives way to the blob whose name it has.
extension FolderTier {
    func open(
        _ name: BlobName
    ) throws(BlobError) -> (file: Int32, status: Syscall.Status) {
        do throws(Syscall.Failure) {
            if try isFolder(name.folder), let opened = try Syscall.openRegular(path(of: name)) {
                return opened
            }
        } catch {
            guard error.code == ENOENT else { throw Self.error(error) }
            try prepare()
            try checkPresence()
            throw .absent
        }
        throw (try? Syscall.linkStatus(path(of: name))).map { discard(name, $0) } ?? .absent
    }

    /// Whether a path relative to the root is a folder, and no symbolic link to one.
    func isFolder(_ folder: String) throws(Syscall.Failure) -> Bool {
        try Syscall.linkStatus("\(root)/\(folder)").kind == .folder
    }

    /// The length of a blob's file, in bytes; zero if there is none.
    func size(of name: BlobName) -> Int {
        let status = try? Syscall.linkStatus(path(of: name))
        return status?.kind == .regular ? status?.size ?? 0 : 0
    }

    /// Removes the file of a blob; a folder of that name is moved aside.
    ///
    /// - Returns: Whether there was one.
    func removeFile(of name: BlobName) throws(Syscall.Failure) -> Bool {
        do throws(Syscall.Failure) {
            return try Syscall.removeName(path(of: name))
        } catch {
            guard error.code == EISDIR || error.code == EPERM else { throw error }
            try moveAside(name)
            return true
        }
    }

    /// Moves what has the name of a blob aside; a folder may be there already.
    func moveAside(_ name: BlobName) throws(Syscall.Failure) {
        try Syscall.makeFolder("\(root)/damaged", permissions: 0o750)
        do throws(Syscall.Failure) {
            try Syscall.rename(path(of: name), to: pathAside(of: name))
        } catch {
            let suffix = String(UInt64.random(in: .min ... .max), radix: 16)
            try Syscall.rename(path(of: name), to: "\(pathAside(of: name))-\(suffix)")
        }
    }

    static func attributes(
        of file: Int32,
        _ status: Syscall.Status,
        _ name: BlobName
    ) throws(BlobError) -> BlobAttributes? {
        let count = min(status.size, BlobTrailer.fixedByteCount + BlobTrailer.attributesLimit)
        do throws(Syscall.Failure) {
            let end = try Syscall.read(file, at: status.size - count, count: count)
            return BlobTrailer(end: end, fileByteCount: status.size, of: name)?.attributes
        } catch {
            throw Self.error(error)
        }
    }

    func files(_ kind: BlobKind, in folder: String) throws(BlobError) -> [BlobName] {
        do throws(Syscall.Failure) {
            guard try isFolder(folder) else { return [] }
            return try Syscall.names(in: "\(root)/\(folder)").compactMap { BlobName(kind, $0) }
        } catch {
            if error.code == ENOENT { return [] }
            throw Self.error(error)
        }
    }

    /// Moves a damaged file, or what is no file, aside; removes it if it is a result; unless it was
    /// replaced meanwhile.
    func discard(_ name: BlobName, _ status: Syscall.Status) -> BlobError {
        let path = path(of: name)
        // A process that holds the lock of the group is writing, and may replace the damaged file.
        guard let group = try? Syscall.openPlainFolder("\(root)/\(name.folder)") else {
            return .damaged
        }
        defer { try? Syscall.close(group) }
        guard (try? Syscall.lock(group)) == true, let now = try? Syscall.linkStatus(path),
            now.isSameFile(as: status)
        else { return .damaged }
        if name.kind != .result || now.kind == .folder, (try? moveAside(name)) != nil {
            return .damaged
        }
        _ = try? Syscall.removeName(path)
        return .damaged
    }

    /// Marks a file as used, for SIEVE: its access time becomes later than its modification time.
    ///
    /// Most file systems do so themselves at the first read.
    func markUsed(_ name: BlobName) {
        let path = path(of: name)
        guard let times = try? Syscall.times(path), times.accessed <= times.modified else { return }
        try? Syscall.setAccessTime(nil, of: path)
    }
}
