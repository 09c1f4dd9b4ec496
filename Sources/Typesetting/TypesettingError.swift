// SPDX-License-Identifier: Apache-2.0

/// The reason why a text cannot be drawn.
package enum TypesettingError: Error, Hashable, Sendable {
    /// Pango is missing, or no font is installed.
    case unavailable
    /// The text is empty.
    case emptyText
    /// The text has more Unicode scalars than ``TextRaster/lengthLimit``.
    case textTooLong(limit: Int)
    /// The text has a control character other than a line feed or a tab.
    case controlCharacter(Unicode.Scalar)
    /// The family name is empty, too long, or contains a control character.
    case malformedFamily
    /// No installed font has the family name.
    case unknownFamily(String)
    /// No installed font has a glyph for a character of the text.
    case missingGlyph(Unicode.Scalar)
    /// A number lies outside its range or is NaN.
    case outOfRange(Parameter)
    /// A memory allocation failed.
    case outOfMemory
    /// The text libraries failed: a defect of this program or of a font rather than of the text.
    case failed
    /// The text ended the process that drew it, or kept it busy for longer than any text may take.
    case breaksLibraries(text: String)
    /// The process that draws texts could not be started, or was killed by the system.
    case processUnavailable
    /// The fonts or the libraries have changed since the text was planned.
    case fontsChanged
    /// The drawing was not wanted any more.
    case interrupted

    /// The numeric parameters of a text.
    package enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// The size of an em; see ``TextRaster/sizeRange``.
        case size
        /// The font weight; see ``TextRaster/weightRange``.
        case weight
        /// The space between characters; see ``TextRaster/letterSpacingRange``.
        case letterSpacing
        /// The height of a line; see ``TextRaster/lineHeightRange``.
        case lineHeight
        /// The number of lines, 1 or more.
        case maximumLines
        /// The blur of a shadow; see ``TextRaster/shadowSigmaRange``.
        case shadowSigma
        /// The frame: edges within ``TextRaster/coordinateRange``, width and height above 0.
        case frame
    }
}

extension TypesettingError: CustomStringConvertible {
    /// A sentence for the user: the broken rule, and the accepted values.
    package var description: String {
        switch self {
        case .unavailable: "Texts need Pango and a font, which are not installed here."
        case .emptyText: "There is no text to draw."
        case .textTooLong(let limit): "A text has up to \(limit) characters."
        case .controlCharacter(let scalar):
            "The text has the control character \(Self.name(scalar)); only line feeds and tabs may be."
        case .malformedFamily:
            "The name of a font's family is 1 to \(TextRaster.familyLengthLimit) bytes."
        case .unknownFamily(let family):
            "No font of the family '\(family)' is installed; sans-serif, serif and monospace always are."
        case .missingGlyph(let scalar):
            "No font that is installed has a glyph for \(Self.name(scalar))"
                + (WritingSystem(of: scalar).map { ", \($0.advice)." } ?? ".")
        case .outOfRange(.size):
            "The size of a text is \(Self.text(TextRaster.sizeRange)) pixels."
        case .outOfRange(.weight):
            "The weight of a text is \(TextRaster.weightRange.lowerBound) to \(TextRaster.weightRange.upperBound)."
        case .outOfRange(.letterSpacing):
            "The space between characters is \(Self.text(TextRaster.letterSpacingRange)) times the size."
        case .outOfRange(.lineHeight):
            "The height of a line is up to \(Int(TextRaster.lineHeightRange.upperBound)) pixels."
        case .outOfRange(.maximumLines): "A text has at least one line."
        case .outOfRange(.shadowSigma):
            "The blur of a shadow is \(Self.text(TextRaster.shadowSigmaRange)) pixels."
        case .outOfRange(.frame):
            "The frame of a text has a width and a height, and lies near the picture."
        case .outOfMemory: "There is not enough memory for the text at the moment."
        case .failed: "The text could not be drawn."
        case .breaksLibraries(let text):
            "The text \(Self.quotation(text)) cannot be drawn: the text libraries fail on it."
        case .processUnavailable:
            "The process that draws texts could not be started, or was killed by the system."
        case .fontsChanged: "The installed fonts have changed meanwhile."
        case .interrupted: "The text was not drawn in time."
        }
    }

    /// The first characters of a text in quotation marks, of which invisible ones are named.
    private static func quotation(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(quotedCount).map { scalar in
            scalar.isVisible ? String(scalar) : "<\(name(scalar))>"
        }
        return "'\(shown.joined())\(scalars.count > quotedCount ? "…" : "")'"
    }

    /// The number of characters that a sentence repeats of a text.
    private static let quotedCount = 20

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func text(_ range: ClosedRange<Double>) -> String {
        "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
    }
}

extension Unicode.Scalar {
    /// Whether the character shows by itself, and leaves the characters around it as they are.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            !properties.isDefaultIgnorableCodePoint
        // Foreign: Unicode.GeneralCategory
        default: self == " "
        }
    }
}
