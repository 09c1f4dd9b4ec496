// SPDX-License-Identifier: Apache-2.0

/// The eviction algorithm SIEVE: it chooses the files to evict from a folder.
///
/// The files stand in the order in which they were written. A hand moves from the oldest to the newest, and
/// starts again at the oldest; it spares a file that was used since it was written or spared last, and takes
/// one that was not. Hits move nothing, so they cost no lock.
///
/// Reference: Y. Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024.
enum Sieve {
    /// A file that may be evicted, as the algorithm sees it.
    struct Entry: Hashable, Sendable {
        /// The file name.
        let name: BlobName
        /// The file length, in bytes.
        let byteCount: Int
        /// The time at which the file was written, in nanoseconds since 1970.
        let written: Int64
        /// Whether the file was used since it was written, or since it was spared last.
        let isUsed: Bool
    }

    /// The files to evict, the files to spare, and the new position of the hand: the write time of
    /// the last file passed, in nanoseconds since 1970; 0 before the oldest file.
    struct Choice: Hashable, Sendable {
        var evicted: [Entry] = []
        var spared: [Entry] = []
        var hand: Int64
    }

    /// Chooses files to evict until they have at least a number of bytes, or until all are chosen.
    static func choose(_ entries: [Entry], hand: Int64, byteCount: Int) -> Choice {
        let queue = entries.sorted { $0.written < $1.written }
        let start = queue.firstIndex { $0.written > hand } ?? 0
        var choice = Choice(hand: hand)
        var freed = 0
        // In the second round, the files that were spared in the first one are evicted.
        for turn in 0..<2 {
            for offset in queue.indices {
                guard freed < byteCount else { return choice }
                let entry = queue[(start + offset) % queue.count]
                if turn == 1, !entry.isUsed { continue }
                // At the newest one, the hand goes back: what is written later must not come before the
                // oldest.
                choice.hand = offset + start + 1 == queue.count ? 0 : entry.written
                if turn == 0, entry.isUsed {
                    choice.spared.append(entry)
                } else {
                    choice.evicted.append(entry)
                    freed += entry.byteCount
                }
            }
        }
        return choice
    }
}
