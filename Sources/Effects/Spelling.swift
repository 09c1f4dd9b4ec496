// SPDX-License-Identifier: Apache-2.0

/// The edit distance of words, for suggestions after a misspelling.
package enum Spelling {
    /// Finds the word with the smallest edit distance, ignoring case; nil if none is similar.
    ///
    /// nil unless one is at most two letters away; fewer in short words.
    package static func nearest(to text: String, among words: [String]) -> String? {
        guard text.utf8.count <= 32 else { return nil }
        let letters = Array(text.lowercased().utf8)
        let ranked = words.map { ($0, distance(letters, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }),
            best.1 <= min(2, best.0.utf8.count / 3 + 1), best.1 < letters.count
        else { return nil }
        return best.0
    }

    /// The edit distance of two words: letters to insert, remove, replace or swap with a neighbor.
    ///
    /// Reference: optimal string alignment distance, after F. J. Damerau, "A technique for
    /// computer detection and correction of spelling errors", Communications of the ACM 7(3), 1964.
    package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
