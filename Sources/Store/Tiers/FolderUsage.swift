// SPDX-License-Identifier: Apache-2.0

/// The total sizes of a folder's files by kind and first byte of the digest, as far as this process
/// knows them.
///
/// One process measures the groups in turn, and writes the sums for the others; each adds what it writes
/// itself. So the sums are late by what others have written since.
struct FolderUsage: Hashable, Sendable {
    /// The kinds of blobs whose sizes count towards the limit: uploads, records, references to records,
    /// and results.
    static let kinds: [BlobKind] = [.original, .record, .reference, .result]

    private var sizes: [BlobKind: [Int]] = [:]
    private var others: [BlobKind: Int] = [:]

    /// The total size of the files of a kind, in bytes.
    func total(_ kind: BlobKind) -> Int { others[kind] ?? sizes[kind]?.reduce(0, +) ?? 0 }

    /// The total size of the files of all kinds, in bytes.
    var total: Int { Self.kinds.reduce(0) { $0 + total($1) } }

    /// The total size of the files that cannot be made again: uploads, records and references to
    /// records; in bytes.
    var keptTotal: Int { total(.original) + total(.record) + total(.reference) }

    /// Adds the size of a blob that was written, or, if negative, removed.
    mutating func add(_ byteCount: Int, to name: BlobName) {
        if let known = others[name.kind] {
            others[name.kind] = max(0, known + byteCount)
        } else {
            let group = Int(name.digest.bytes[0])
            set(max(0, size(name.kind, group) + byteCount), name.kind, group)
        }
    }

    /// The total size of the files of a kind whose digests have a given first byte, in bytes.
    func size(_ kind: BlobKind, _ group: Int) -> Int { sizes[kind]?[group] ?? 0 }

    /// Sets the measured total size of the files of a kind whose digests have a given first byte.
    mutating func set(_ byteCount: Int, _ kind: BlobKind, _ group: Int) {
        others[kind] = nil
        sizes[kind, default: Array(repeating: 0, count: BlobKind.groupCount)][group] = byteCount
    }

    /// The total sizes as lines of text, by which a process shares them with others.
    var text: String { Self.kinds.map { "\($0.rawValue) \(total($0))\n" }.joined() }

    /// Reads total sizes that another process has measured; ignores invalid lines.
    mutating func take(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let kind = BlobKind(rawValue: String(words[0])),
                Self.kinds.contains(kind), let byteCount = Int(words[1])
            else { continue }
            others[kind] = byteCount
        }
    }

    /// Forgets the total sizes that other processes have measured, when this process begins to
    /// measure.
    mutating func measureOneself() { others = [:] }
}
