// SPDX-License-Identifier: Apache-2.0

/// A collector of the segments over which a JPEG's color profile is spread.
///
/// Reference: ICC.1:2022, B.4.
struct JPEGProfilePieces {
    private var pieces: [Int: Range<Int>] = [:]
    private var count: Int?
    private var isBroken = false

    /// Records an APP2 segment if it is part of a profile.
    mutating func add(_ bytes: Span<UInt8>, _ segment: Range<Int>) {
        let start = segment.lowerBound
        guard segment.count >= 14, bytes.starts(with: "ICC_PROFILE\0", at: start) else { return }
        let sequence = Int(bytes[start + 12])
        let total = Int(bytes[start + 13])
        if sequence == 0 || sequence > total || pieces[sequence] != nil || total != count ?? total {
            isBroken = true
        }
        count = total
        pieces[sequence] = segment.dropFirst(14)
    }

    /// The total number of bytes in the parts of the profile found so far.
    var byteCount: Int { pieces.values.reduce(0) { $0 + $1.count } }

    /// The ranges of the profile's parts in order; empty without a profile, or where parts are
    /// missing or contradict each other.
    var complete: [Range<Int>] {
        guard let count, !isBroken, pieces.count == count else { return [] }
        return (1...count).compactMap { pieces[$0] }
    }
}
