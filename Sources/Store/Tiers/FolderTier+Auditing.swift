// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// The number and the total size of a folder's files of one kind.
public struct FolderCount: Hashable, Sendable {
    /// The number of files.
    public var files = 0
    /// The total size of the files, in bytes.
    public var byteCount = 0
}

// Commands of an operator that work while a server uses the folder.
extension FolderTier {
    /// Counts the files of each kind of blob.
    ///
    /// - Throws: ``BlobError/unavailable(reason:)``, also for a folder that is none of a store.
    public func count() throws(BlobError) -> [(kind: BlobKind, count: FolderCount)] {
        try checkPresence()
        var counts: [(kind: BlobKind, count: FolderCount)] = []
        for kind in BlobKind.allCases {
            var count = FolderCount()
            for name in try list(kind, of: nil) {
                guard let status = try? Syscall.linkStatus(path(of: name)),
                    status.kind == .regular
                else { continue }
                count.files += 1
                count.byteCount += status.size
            }
            counts.append((kind, count))
        }
        return counts
    }

    /// Reads and verifies every file; damaged ones are moved aside or removed.
    ///
    /// What has the name of a blob and is no file counts as damaged, and so does a file that cannot be read.
    ///
    /// - Parameter report: Called with the name of each file that is damaged.
    /// - Returns: The number of files that are whole.
    /// - Throws: ``BlobError/unavailable(reason:)`` for a folder that cannot be read.
    public func verify(_ report: (BlobName) -> Void) throws(BlobError) -> Int {
        try checkPresence()
        var whole = 0
        for kind in BlobKind.allCases {
            for name in try list(kind, of: nil) {
                do throws(BlobError) {
                    _ = try get(name)
                    whole += 1
                } catch {
                    switch error {
                    // The file was removed or has expired meanwhile.
                    case .absent: continue
                    case .damaged: report(name)
                    case .unavailable, .full:
                        try checkPresence()
                        report(name)
                    }
                }
            }
        }
        return whole
    }

    /// Removes expired files, abandoned drafts and damaged files that were moved aside; then evicts
    /// results, until the folder is within its limit.
    ///
    /// - Returns: The number of bytes that are left.
    /// - Throws: ``BlobError/unavailable(reason:)``.
    public func prune() throws(BlobError) -> Int {
        try checkPresence()
        state.withLock { $0.isOpen = true }
        for name in (try? Syscall.names(in: "\(root)/damaged")) ?? [] {
            Syscall.remove("\(root)/damaged/\(name)")
        }
        clearDrafts()
        // A running server tidies by itself, and has the lock.
        for _ in 0..<BlobKind.groupCount { _ = tidy() }
        return try count().reduce(0) { $0 + $1.count.byteCount }
    }
}
