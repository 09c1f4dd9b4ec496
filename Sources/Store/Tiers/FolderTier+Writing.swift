// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

extension FolderTier {
    /// A completely written file under a temporary name.
    struct Draft {
        let path: String
        let descriptor: Int32
        let byteCount: Int
    }

    /// Writes a file under a temporary name, and renames it once it is complete; notes a tombstone for the
    /// other processes.
    @discardableResult
    public func put(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        let isNew = try putFile(blob, as: name)
        guard name.kind == .tombstone else { return isNew }
        do throws(Syscall.Failure) {
            try deletions.append(name.digest)
        } catch {
            throw Self.error(error)
        }
        return isNew
    }

    private func putFile(_ blob: Blob, as name: BlobName) throws(BlobError) -> Bool {
        try prepare()
        // Locked until the end, so that a file that is found in place is not removed meanwhile.
        let group = try lockGroup(of: name)
        defer { if let group { try? Syscall.close(group) } }
        let old = try existing(name)
        let wasThere = old?.digest == blob.attributes.digest
        if let old, wasThere, old.outlives(blob.attributes) {
            if name.kind.isDurable { try confirm(name) }
            return false
        }
        try checkRoom(for: blob, name.kind)
        let draft = try write(blob, as: name)
        defer { try? Syscall.close(draft.descriptor) }
        do throws(Syscall.Failure) {
            try rename(draft, to: name)
            if name.kind.isDurable { try synchronize(folder: name.folder) }
        } catch {
            Syscall.remove(draft.path)
            // The folder may have vanished since the draft was written.
            try checkPresence()
            throw Self.error(error)
        }
        if !wasThere { state.withLock { $0.usage.add(draft.byteCount, to: name) } }
        return !wasThere
    }

    /// Locks the folder of a blob, so that tidying removes no file from it; nil if the folder does
    /// not exist yet.
    private func lockGroup(of name: BlobName) throws(BlobError) -> Int32? {
        do throws(Syscall.Failure) {
            let group = try Syscall.openPlainFolder("\(root)/\(name.folder)")
            do throws(Syscall.Failure) {
                try Syscall.lockShared(group)
                return group
            } catch {
                try? Syscall.close(group)
                throw error
            }
        } catch {
            guard error.code == ENOENT else { throw Self.error(error) }
            return nil
        }
    }

    /// The attributes of the existing file of a blob; nil if there is none or, for a blob that
    /// cannot be made again, if it is damaged.
    private func existing(_ name: BlobName) throws(BlobError) -> BlobAttributes? {
        do throws(BlobError) {
            return name.kind.isDurable ? try get(name).attributes : try stat(name)
        } catch {
            switch error {
            case .absent, .damaged: return nil
            case .unavailable, .full: throw error
            }
        }
    }

    /// Waits until the name of an existing file is on the disk, because its writer may not have
    /// done that yet.
    private func confirm(_ name: BlobName) throws(BlobError) {
        do throws(Syscall.Failure) {
            try synchronize(folder: name.folder)
        } catch {
            throw Self.error(error)
        }
    }

    /// Throws if a blob would not fit within the limit, as far as the current sizes are known.
    ///
    /// Results give way to originals, so only originals count against one.
    func checkRoom(for blob: Blob, _ kind: BlobKind) throws(BlobError) {
        guard let limit = limits.byteCount else { return }
        let usage = state.withLock { $0.usage }
        switch kind {
        case .tombstone: return
        case .result:
            guard usage.total + blob.attributes.byteCount <= limit else { throw .full }
        case .original, .record, .reference:
            guard limits.evictsOriginals || usage.keptTotal + blob.attributes.byteCount <= limit
            else { throw .full }
        }
    }

    /// Writes a blob to a locked file under a temporary name.
    ///
    /// The file is locked while this process is at it; ``clearDrafts()`` removes those that are not.
    func write(_ blob: Blob, as name: BlobName) throws(BlobError) -> Draft {
        do throws(Syscall.Failure) {
            let (path, file) = try makeDraft()
            do throws(Syscall.Failure) {
                let end = BlobTrailer(blob.attributes, of: name).bytes
                for chunk in blob.chunks { try Syscall.write(chunk, to: file) }
                try Syscall.write(end, to: file)
                if name.kind.isDurable { try Syscall.synchronizeContents(file) }
                let byteCount = blob.attributes.byteCount + end.count
                return Draft(path: path, descriptor: file, byteCount: byteCount)
            } catch {
                try? Syscall.close(file)
                Syscall.remove(path)
                throw error
            }
        } catch {
            if error.code == ENOENT { try checkPresence() }
            throw Self.error(error)
        }
    }

    private func makeDraft() throws(Syscall.Failure) -> (path: String, file: Int32) {
        while true {
            let path = "\(root)/tmp/\(String(UInt64.random(in: .min ... .max), radix: 16))"
            let file: Int32
            do throws(Syscall.Failure) {
                // What exists under this name, be it a symbolic link, is not opened.
                file = try Syscall.open(path, O_CREAT | O_EXCL | O_WRONLY, permissions: 0o640)
            } catch {
                if error.code == EEXIST { continue }
                throw error
            }
            // Another process may have found the file before it was locked, and removed it.
            if try Syscall.lock(file), let named = try? Syscall.status(path),
                try Syscall.status(file).isSameFile(as: named)
            {
                return (path, file)
            }
            try Syscall.close(file)
        }
    }

    private func rename(_ draft: Draft, to name: BlobName) throws(Syscall.Failure) {
        let path = path(of: name)
        do throws(Syscall.Failure) {
            return try Syscall.rename(draft.path, to: path)
        } catch {
            guard error.code != EISDIR else {
                try moveAside(name)
                return try Syscall.rename(draft.path, to: path)
            }
            guard error.code == ENOENT else { throw error }
        }
        try Syscall.makeFolder("\(root)/\(name.folder)", permissions: 0o750)
        if name.kind.isDurable { try synchronize(folder: name.kind.rawValue) }
        try Syscall.rename(draft.path, to: path)
    }

    /// Removes files under temporary names whose writers have ended.
    func clearDrafts() {
        for name in (try? Syscall.names(in: "\(root)/tmp")) ?? [] {
            let path = "\(root)/tmp/\(name)"
            do throws(Syscall.Failure) {
                guard let (file, _) = try Syscall.openRegular(path) else {
                    Syscall.remove(path)
                    continue
                }
                if (try? Syscall.lock(file)) == true { Syscall.remove(path) }
                try? Syscall.close(file)
            } catch {
                // Its writer has ended or renamed it, or it belongs to somebody else.
                continue
            }
        }
    }
}
