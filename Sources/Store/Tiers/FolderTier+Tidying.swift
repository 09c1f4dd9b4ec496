// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Synchronization

/// The progress of tidying a folder, by groups: files whose digests have the same first byte.
struct FolderSweep: Hashable, Sendable {
    /// The first byte of the digests whose files are to be tidied next.
    var group = 0
    /// The number of tidying steps so far, each for one first byte of the digests.
    var steps = 0
    /// The first byte of the digests whose files are to be evicted next.
    var evicting = 0
    /// The positions of the SIEVE hands, by kind and first byte of the digests: the write time of
    /// the last file passed, in nanoseconds since 1970; 0 before the oldest file.
    var hands: [BlobKind: [Int64]] = [:]
    /// The number of evicted files of each kind.
    var evictions: [BlobKind: Int] = [:]
}

extension FolderTier {
    /// The fraction of the limit to which evictions reduce the folder once it exceeds the limit.
    static let evictionTarget = 0.95

    /// The time for which a log of deletions is kept after its last mark, in seconds: as long as a tombstone.
    private static let deletionSeconds: Int64 = 3_600

    /// One second, because a search lists a folder with one file for each process that has deleted images.
    public var lookingPause: Duration { .seconds(1) }

    /// Tidies the files whose digests have one first byte: removes expired ones and measures the
    /// rest; then evicts files if the folder exceeds its limit.
    ///
    /// One process at a time does so; the others read the sums that it has written. The pause grows with the
    /// time that a step takes, so that it never takes more than a hundredth of one CPU.
    public func tidy() -> Duration {
        let begin = ContinuousClock.now
        guard (try? prepare()) != nil, (try? checkPresence()) != nil else { return .seconds(1) }
        guard takeLock() else {
            if let text = try? readUsage() { state.withLock { $0.usage.take(text) } }
            return .seconds(1)
        }
        let sweep = state.withLock { state in
            state.usage.measureOneself()
            return state.sweep
        }
        if sweep.group == 0 { tidyRoot() }
        for kind in FolderUsage.kinds { measure(kind, sweep.group) }
        evict()
        // The sums are read under the lock: an array that leaves it looks like a race to the thread sanitizer.
        let usage = state.withLock { state in
            state.sweep.group = (sweep.group + 1) % BlobKind.groupCount
            state.sweep.steps += 1
            return state.usage.text
        }
        writeUsage(usage)
        let taken = ContinuousClock.now - begin
        // In the first round, the total sizes are not known yet.
        let isFirst = sweep.steps < BlobKind.groupCount
        return isFirst ? max(.milliseconds(2), taken * 4) : max(.seconds(1), taken * 100)
    }

    /// Removes what is not divided into groups: drafts, expired tombstones and old logs of deletions.
    private func tidyRoot() {
        clearDrafts()
        removeExpired(.tombstone, in: BlobKind.tombstone.rawValue)
        let end = Int64(clock()) - Self.deletionSeconds
        deletions.removeFiles(unchangedSince: end * 1_000_000_000)
    }

    // MARK: One process

    private var lockPath: String { "\(root)/lock" }

    /// Takes the lock of the folder for this process; false if another process holds it.
    private func takeLock() -> Bool {
        if let lock = state.withLock({ $0.lock }) {
            // The folder may have been replaced by another one, with another lock.
            if let status = try? Syscall.status(lock), let named = try? Syscall.status(lockPath),
                status.isSameFile(as: named)
            {
                return true
            }
            state.withLock { $0.lock = nil }
            try? Syscall.close(lock)
        }
        let flags = O_CREAT | O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        guard let file = try? Syscall.open(lockPath, flags, permissions: 0o640) else {
            return false
        }
        guard (try? Syscall.lock(file)) == true else {
            try? Syscall.close(file)
            return false
        }
        state.withLock { $0.lock = file }
        return true
    }

    private var usagePath: String { "\(root)/usage" }

    private func readUsage() throws(Syscall.Failure) -> String {
        guard let (file, _) = try Syscall.openRegular(usagePath) else { return "" }
        defer { try? Syscall.close(file) }
        return String(decoding: try Syscall.readAll(file), as: UTF8.self)
    }

    private func writeUsage(_ text: String) {
        let path = "\(root)/tmp/usage"
        let flags = O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_NONBLOCK
        guard let file = try? Syscall.open(path, flags, permissions: 0o640) else {
            return Syscall.remove(path)
        }
        let isWritten = (try? Syscall.write(Array(text.utf8), to: file)) != nil
        try? Syscall.close(file)
        if isWritten { try? Syscall.rename(path, to: usagePath) }
    }

    // MARK: Measuring

    private func measure(_ kind: BlobKind, _ group: Int) {
        let folder = "\(kind.rawValue)/\(BlobKind.group(group))"
        removeExpired(kind, in: folder)
        let sum = entries(kind, group).reduce(0) { $0 + $1.byteCount }
        state.withLock { $0.usage.set(sum, kind, group) }
    }

    private func removeExpired(_ kind: BlobKind, in folder: String) {
        guard (try? isFolder(folder)) == true else { return }
        // One name after the other: a hundred thousand images may have been deleted within an hour.
        try? Syscall.forEachName(in: "\(root)/\(folder)") { text in
            if let name = BlobName(kind, text) { removeIfExpired(name) }
        }
    }

    private func removeIfExpired(_ name: BlobName) {
        guard let (file, status) = try? Syscall.openRegular(path(of: name)) else { return }
        defer { try? Syscall.close(file) }
        guard let attributes = try? Self.attributes(of: file, status, name),
            attributes.isExpired(at: clock())
        else { return }
        remove(name) {
            (try? Syscall.linkStatus(path(of: name)))?.isSameFile(as: status) == true
        }
    }

    /// Removes a file, unless it is in use again, or a file is being written to the same folder.
    ///
    /// What is spared so is found again the next time. The lock excludes ``put(_:as:)``, also of other
    /// processes, so that a blob that was kept is not taken for the one that it has replaced.
    ///
    /// - Returns: Whether it was removed.
    @discardableResult
    private func remove(_ name: BlobName, ifStill isUseless: () -> Bool) -> Bool {
        beforeRemoval?(name)
        guard let group = try? Syscall.openPlainFolder("\(root)/\(name.folder)") else {
            return false
        }
        defer { try? Syscall.close(group) }
        guard (try? Syscall.lock(group)) == true, isUseless() else { return false }
        return (try? Syscall.removeName(path(of: name))) == true
    }

    /// The files of a kind whose digests have a given first byte, with the sizes and times by which
    /// SIEVE chooses among them.
    private func entries(_ kind: BlobKind, _ group: Int) -> [Sieve.Entry] {
        let folder = "\(kind.rawValue)/\(BlobKind.group(group))"
        return ((try? files(kind, in: folder)) ?? []).compactMap { name in
            let path = path(of: name)
            guard let status = try? Syscall.linkStatus(path), status.kind == .regular,
                let times = try? Syscall.times(path)
            else { return nil }
            return Sieve.Entry(
                name: name,
                byteCount: status.size,
                written: times.modified,
                isUsed: times.accessed > times.modified
            )
        }
    }

    // MARK: Evicting

    /// Evicts results, and then uploads if that is allowed, until the folder is within its limit.
    private func evict() {
        guard let limit = limits.byteCount, state.withLock({ $0.usage.total }) > limit else {
            return
        }
        let target = Int(Double(limit) * Self.evictionTarget)
        for kind in [BlobKind.result] + (limits.evictsOriginals ? [.original] : []) {
            evict(kind, downTo: target)
        }
    }

    private func evict(_ kind: BlobKind, downTo target: Int) {
        // Up to three rounds: files in use are spared once, and total sizes may be out of date.
        for _ in 0..<3 * BlobKind.groupCount {
            let (group, hand, total, ofKind, ofGroup) = state.withLock { state in
                let group = state.sweep.evicting
                state.sweep.evicting = (group + 1) % BlobKind.groupCount
                let (hand, usage) = (state.sweep.hands[kind]?[group] ?? 0, state.usage)
                return (group, hand, usage.total, usage.total(kind), usage.size(kind, group))
            }
            guard total > target, ofKind > 0 else { return }
            // The same fraction of every group is evicted.
            let share = Double(total - target) / Double(ofKind)
            let wanted = Int((Double(ofGroup) * min(1, share)).rounded(.up))
            guard wanted > 0 else { continue }
            let entries = entries(kind, group)
            let choice = Sieve.choose(entries, hand: hand, byteCount: wanted)
            let removed = apply(choice)
            let rest =
                entries.reduce(0) { $0 + $1.byteCount } - removed.reduce(0) { $0 + $1.byteCount }
            state.withLock { state in
                state.usage.set(rest, kind, group)
                let none = Array(repeating: Int64(0), count: BlobKind.groupCount)
                state.sweep.hands[kind, default: none][group] = choice.hand
                state.sweep.evictions[kind, default: 0] += removed.count
            }
        }
    }

    /// Removes the files chosen by SIEVE, and marks the spared files as unused.
    ///
    /// - Returns: Those that were removed.
    private func apply(_ choice: Sieve.Choice) -> [Sieve.Entry] {
        let removed = choice.evicted.filter { entry in
            remove(entry.name) {
                let times = try? Syscall.times(path(of: entry.name))
                return times?.modified == entry.written
                    && times.map { $0.accessed > $0.modified } == entry.isUsed
            }
        }
        let evicted = Set(choice.evicted.map(\.name))
        for entry in choice.spared where !evicted.contains(entry.name) {
            try? Syscall.setAccessTime(entry.written, of: path(of: entry.name))
        }
        return removed
    }

    /// The number of files that this process has evicted.
    public var evictionCount: Int { state.withLock { $0.sweep.evictions.values.reduce(0, +) } }
}
