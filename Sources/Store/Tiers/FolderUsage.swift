// SPDX-License-Identifier: Apache-2.0

/// The sizes of the groups of a folder, as far as they are known.
///
/// One process measures the groups in turn, and writes the sums for the others; each adds what it writes
/// itself. So the sums are late by what others have written since.
struct FolderUsage: Hashable, Sendable {
    /// The kinds that count.
    static let kinds: [BlobKind] = [.original, .link, .result]

    private var sizes: [BlobKind: [Int]] = [:]
    private var others: [BlobKind: Int] = [:]

    /// The sum of a kind, in bytes.
    func total(_ kind: BlobKind) -> Int { others[kind] ?? sizes[kind]?.reduce(0, +) ?? 0 }

    /// The sum of all kinds, in bytes.
    var total: Int { Self.kinds.reduce(0) { $0 + total($1) } }

    /// The sum of what cannot be made again, in bytes.
    var keptTotal: Int { total(.original) + total(.link) }

    /// Counts a blob that was written, or, with a number below zero, removed.
    mutating func add(_ byteCount: Int, to name: BlobName) {
        if let known = others[name.kind] {
            others[name.kind] = max(0, known + byteCount)
        } else {
            let group = Int(name.digest.bytes[0])
            set(max(0, size(name.kind, group) + byteCount), name.kind, group)
        }
    }

    /// The size of a group, in bytes.
    func size(_ kind: BlobKind, _ group: Int) -> Int { sizes[kind]?[group] ?? 0 }

    /// Takes over the size of a group that was measured.
    mutating func set(_ byteCount: Int, _ kind: BlobKind, _ group: Int) {
        others[kind] = nil
        sizes[kind, default: Array(repeating: 0, count: BlobKind.groupCount)][group] = byteCount
    }

    /// The sums as a line of text, for other processes.
    var text: String { Self.kinds.map { "\($0.rawValue) \(total($0))\n" }.joined() }

    /// Takes over the sums that another process has measured; does nothing with other text.
    mutating func take(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let kind = BlobKind(rawValue: String(words[0])),
                Self.kinds.contains(kind), let byteCount = Int(words[1])
            else { continue }
            others[kind] = byteCount
        }
    }

    /// Forgets the sums of other processes, once this one measures.
    mutating func measureOneself() { others = [:] }
}
