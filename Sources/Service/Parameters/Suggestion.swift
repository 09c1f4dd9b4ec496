// SPDX-License-Identifier: Apache-2.0

/// The name that was probably meant when an unknown one is given.
enum Suggestion {
    /// Words that other image services use for the same thing.
    private static let synonyms: [String: RenderParameter.Name] = [
        "sigma": .blur, "radius": .blur, "blur_radius": .blur, "saturation": .saturate,
        "q": .quality,
        "fm": .format, "fmt": .format, "output": .format, "type": .format, "bg": .background,
        "optimise": .optimize, "optimized": .optimize, "interlace": .progressive,
        "level": .compression, "chroma": .subsampling, "edges": .edge, "edgemode": .edge,
        "style": .material, "theme": .appearance, "mode": .appearance, "dpr": .scale,
    ]

    /// The nearest parameter, unless nothing is near: a synonym, or at most two letters away.
    static func nearest(to text: String) -> String? {
        if let name = synonyms[text.lowercased()] { return name.rawValue }
        return nearest(to: text, among: RenderParameter.Name.allCases.map(\.rawValue))
    }

    /// The nearest of some names, upper and lower case being the same, unless nothing is near.
    static func nearest(to text: String, among names: [String]) -> String? {
        guard text.utf8.count <= 32 else { return nil }
        let letters = Array(text.lowercased().utf8)
        let ranked = names.map { name in
            (name, distance(letters, Array(name.lowercased().utf8)))
        }
        guard let best = ranked.min(by: { $0.1 < $1.1 }),
            best.1 <= min(2, best.0.utf8.count / 3 + 1), best.1 < letters.count
        else { return nil }
        return best.0
    }

    /// The number of letters to insert, remove, replace or swap with a neighbor.
    ///
    /// Reference: optimal string alignment distance, after F. J. Damerau, "A technique for
    /// computer detection and correction of spelling errors", Communications of the ACM 7(3), 1964.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
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
