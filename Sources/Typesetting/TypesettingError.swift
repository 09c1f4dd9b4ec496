// SPDX-License-Identifier: Apache-2.0

/// Why a text cannot be drawn.
public enum TypesettingError: Error, Hashable, Sendable {
    /// Pango is not installed, or not one font.
    case unavailable
    /// There is no text.
    case emptyText
    /// The text has more Unicode scalars than TextRaster/lengthLimit.
    case textTooLong(limit: Int)
    /// A control character other than a line feed or a tab.
    case controlCharacter(Unicode.Scalar)
    /// The name of the family is empty, has a control character, or is too long to be one.
    case malformedFamily
    /// No font of the family is installed.
    case unknownFamily(String)
    /// No font has a glyph for a character of the text.
    case missingGlyph(Unicode.Scalar)
    /// A number lies outside of its range, or is not a number.
    case outOfRange(Parameter)
    /// An allocation was refused.
    case outOfMemory
    /// The libraries refused; a defect of this program or of a font rather than of the text.
    case failed

    /// The numbers of a text.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// The size of an em: TextRaster/sizeRange.
        case size
        /// The weight: TextRaster/weightRange.
        case weight
        /// The frame: TextRaster/coordinateRange, and neither side 0 or less.
        case frame
    }
}
