// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Store

extension Suggestion {
    /// The accepted words for other spellings, which are the keys: `yes` means `1`.
    private static let otherWords = [
        "yes": "1", "on": "1", "y": "1", "": "1", "no": "0", "off": "0", "n": "0",
        "jpe": "jpeg", "jfif": "jpeg", "reflect": "mirror", "extend": "clamp", "circle": "circular",
        "squircle": "continuous", "luma": "luminance",
        // Words of other image services for fits, kernels and axes.
        "crop": "cover", "outside": "cover", "fill-down": "cover", "clip": "contain",
        "inside": "contain", "max": "contain", "min": "cover", "fit": "contain",
        "fit-in": "contain", "scale": "fill", "force": "fill", "stretch": "fill",
        "aspectfit": "contain", "aspectfill": "cover", "lanczos": "lanczos3",
        "bicubic":
            "catmull-rom", "cubic": "catmull-rom", "bilinear": "triangle", "area": "box",
        "horizontal": "h", "vertical": "v",
    ]

    /// Finds the accepted word that a text probably means; nil if none is near.
    static func word(for text: String, among words: [String]) -> String? {
        var plain = text.lowercased()
        // A media type, and the notation of sampling with colons.
        if plain.hasPrefix("image/") { plain = String(plain.dropFirst(6)) }
        plain.removeAll { $0 == ":" }
        if let other = otherWords[plain], words.contains(other) { return other }
        if let word = Spelling.same(as: plain, among: words) { return word }
        return namesOther(plain) ? nil : Spelling.nearest(to: plain, among: words)
    }

    /// Whether a word names a file format, so that a format with a similar name would be another.
    private static func namesOther(_ word: String) -> Bool {
        let others: Set<String> = [
            "apng", "mpeg", "mjpeg", "mjpg", "webm", "jpx", "jxr", "jxs", "jls", "pnm", "pgm",
            "heif",
        ]
        return others.contains(word)
            || ImageFormat.allCases.contains { $0.fileExtensions.contains(word) }
    }

    /// Translates a position of another image service, such as `northeast`, to CSS; nil for others.
    static func position(for text: String) -> String? {
        let plain = text.lowercased().replacing(",", with: " ").replacing("_", with: " ")
        if let position = otherPositions[plain] { return position }
        return plain != text && PicturePosition(parsing: plain) != nil ? plain : nil
    }

    /// Positions of CSS by other names: points of the compass, or words such as `topleft`.
    private static let otherPositions = [
        "ce": "center", "c": "center", "middle": "center", "no": "top", "n": "top",
        "north": "top", "so": "bottom", "s": "bottom", "south": "bottom", "ea": "right",
        "e": "right", "east": "right", "we": "left", "w": "left", "west": "left",
        "noea": "right top", "ne": "right top", "northeast": "right top", "nowe": "left top",
        "nw": "left top", "northwest": "left top", "soea": "right bottom", "se": "right bottom",
        "southeast": "right bottom", "sowe": "left bottom", "sw": "left bottom",
        "southwest": "left bottom", "topleft": "left top", "topright": "right top",
        "bottomleft": "left bottom", "bottomright": "right bottom",
    ]

    /// Writes the number that a text probably means; nil if none is in the range.
    ///
    /// - Parameters:
    ///   - text: A number with a unit, a percent sign, a comma or an exponent.
    ///   - range: The accepted numbers.
    ///   - unit: The unit of the parameter; without one, a percentage is a fraction of 1, and with one, it is
    ///     a share of something and no such number.
    /// - Returns: The number; nil if the text means none in the range.
    static func number(
        for text: String,
        in range: ClosedRange<Double>,
        unit: String?
    ) -> String? {
        guard let (value, isPercentage) = value(of: text) else { return nil }
        guard !isPercentage || unit == nil else { return nil }
        let number = isPercentage ? value / 100 : value
        guard range.contains(number) else { return nil }
        return number == number.rounded() ? String(Int(number)) : String(number)
    }

    /// Writes the whole number that a text probably means; nil if none is in the range.
    static func integer(for text: String, in range: ClosedRange<Int>) -> String? {
        guard let (value, _) = value(of: text) else { return nil }
        guard let number = Int(exactly: value), range.contains(number) else { return nil }
        return String(number)
    }

    private static func value(of text: String) -> (Double, isPercentage: Bool)? {
        var text = text.lowercased()
        text.removeAll { $0 == " " }
        guard text.utf8.count <= RenderParameter.defaultLengthLimit else { return nil }
        let isPercentage = text.last == "%"
        for unit in ["px", "pt", "%", "x"] where text.hasSuffix(unit) {
            text.removeLast(unit.count)
            break
        }
        guard let value = Double(text.replacing(",", with: ".")), value.isFinite else { return nil }
        return (value, isPercentage)
    }

    /// Rewrites a region with commas, and without spaces and brackets.
    static func frame(for text: String) -> String {
        let plain = text.replacing(";", with: ",").filter { !" []()".contains($0) }
        return plain.contains(",") ? plain : text.replacing(" ", with: ",")
    }

    /// Finds the digest in a text, after `sha256:` or in a file name; nil if there is none.
    static func digest(for text: some StringProtocol) -> String? {
        var text = text.lowercased()[...]
        for prefix in ["sha256:", "sha-256:", "sha256-", "sha256="] where text.hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        let digits = text.prefix { $0 != "." }
        return Digest(hex: digits)?.hex
    }
}
