// SPDX-License-Identifier: Apache-2.0

/// The reason why a text cannot be drawn.
public enum TypesettingError: Error, Hashable, Sendable {
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
    /// The libraries failed; a defect of this program or of a font rather than of the text.
    case failed

    /// The numeric parameters of a text.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// The size of an em; see ``TextRaster/sizeRange``.
        case size
        /// The font weight; see ``TextRaster/weightRange``.
        case weight
        /// The frame: edges within ``TextRaster/coordinateRange``, width and height above 0.
        case frame
    }
}
