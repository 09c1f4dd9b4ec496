// SPDX-License-Identifier: Apache-2.0

/// The comparison of words: other spellings of the same word, and suggestions after a misspelling.
package enum Spelling {
    /// Finds the word that a text spells in another case, or as a case of an enumeration in Swift or
    /// Objective-C; nil if it spells none.
    ///
    /// `JPEG` is `jpeg`; `.dark`, `UIUserInterfaceStyle.dark` and `UIUserInterfaceStyleDark` are `dark`.
    package static func same(as text: some StringProtocol, among words: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        if let word = equal(to: text, among: words) { return word }
        for type in enumerations where text.hasPrefix(type) {
            return equal(to: text.dropFirst(type.count).drop { $0 == "." }, among: words)
        }
        return text.hasPrefix(".") ? equal(to: text.dropFirst(), among: words) : nil
    }

    /// The types of UIKit and Core Animation whose cases are words of this program.
    private static let enumerations = [
        "UIVibrancyEffectStyle", "UIUserInterfaceStyle", "UIView.ContentMode", "UIViewContentMode",
        "CALayerCornerCurve", "UIImage.ResizingMode", "UIImageResizingMode",
    ]

    private static func equal(to text: some StringProtocol, among words: [String]) -> String? {
        let plain = text.lowercased()
        return words.first { $0.lowercased() == plain }
    }

    /// Finds the word with the smallest edit distance, ignoring case; nil if none is similar.
    ///
    /// A word of up to five letters may differ in one letter; a longer one in two, but not in the first
    /// letter as well. Words of one or two letters, and words with other digits, are never similar:
    /// most of them have a meaning of their own.
    package static func nearest(to text: String, among words: [String]) -> String? {
        guard text.utf8.count <= 32 else { return nil }
        let letters = Array(text.lowercased().utf8)
        let ranked = words.filter { $0.utf8.count > 2 }
            .map { ($0, distance(letters, Array($0.lowercased().utf8))) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 < letters.count,
            digits(letters) == digits(Array(best.0.utf8))
        else { return nil }
        let sharesFirst = letters.first == best.0.lowercased().utf8.first
        return best.1 <= (best.0.utf8.count > 5 && sharesFirst ? 2 : 1) ? best.0 : nil
    }

    private static func digits(_ letters: [UInt8]) -> [UInt8] {
        letters.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
