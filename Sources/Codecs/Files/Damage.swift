// SPDX-License-Identifier: Apache-2.0

/// A way in which a file breaks the rules of its format, or in which a result shows less than it was to show.
///
/// All but ``missingPixels`` leave the picture whole. The raw value is the word for it in answers.
package enum Damage: String, CaseIterable, Hashable, Sendable {
    /// Bytes that belong to no pixel: after the last row, or between the parts of a JPEG.
    ///
    /// An unknown critical chunk behind the pixels of a PNG counts, and contents of the chunk that ends it.
    case surplusData = "surplus-data"
    /// A wrong checksum of a PNG's pixels, either of their chunk or of their stream, or of a chunk whose
    /// name is damaged and may have been tRNS.
    case wrongChecksum = "wrong-checksum"
    /// A file without its end marker, or a PNG whose compressed pixels do not end.
    case missingEnd = "missing-end"
    /// Indices beyond the palette of a PNG; they get its last color.
    case paletteIndex = "palette-index"
    /// A damaged tRNS chunk (the transparent color) of a PNG, then decoded as opaque.
    case lostTransparency = "lost-transparency"
    /// A progressive JPEG that ends before the last bits of its coefficients.
    case fewerScans = "fewer-scans"
    /// A restart marker of a JPEG with a wrong number.
    case restartNumber = "restart-number"
    /// Rows or blocks that are missing, or may be wrong.
    ///
    /// Missing rows of a PNG are transparent, or white where it has no alpha. Missing blocks of a JPEG
    /// are filled by libjpeg.
    case missingPixels = "missing-pixels"
    /// Custom properties of a drawing (`var()`) that have several values.
    case styleVariables = "css-variables"
    /// Math functions of a drawing, such as `calc()`, that depend on more than absolute numbers.
    case styleMath = "css-math"
    /// Colors of a drawing that are mixed or derived from others.
    case styleColors = "css-colors"
    /// Conditions of a drawing's style sheets that are not known.
    case styleConditions = "css-conditions"
    /// Selectors of a drawing's style sheets that are not known, such as `:has()`.
    case styleSelectors = "css-selectors"
    /// Properties of a drawing that are not drawn, such as `vector-effect`.
    case styleProperties = "css-properties"
    /// Origins of transformations that depend on the box of an element.
    case transformOrigin = "transform-origin"
    /// Animations of a drawing. It is drawn without them.
    case drawnAnimations = "animations"
    /// HTML in a drawing. It is left out.
    case foreignObjects = "foreign-objects"
    /// Fonts in a drawing, in whose place fonts of the server are used.
    case embeddedFonts = "embedded-fonts"
    /// Texts of a drawing on paths, stretched or turned. They are set on straight lines.
    case textLayout = "text-layout"
    /// The gain map of a file, which makes an HDR image of its SDR image. It is left out.
    case gainMap = "gain-map"
    /// A text with more words than its frame has room for. It ends with an ellipsis.
    case shortenedText = "shortened-text"

    /// Whether it is no fault of the file, and so no error under any policy.
    fileprivate var isNotice: Bool { self == .gainMap || self == .shortenedText }
}

/// A policy for damaged files: the kinds of damage that are no error.
public enum DamagePolicy: String, CaseIterable, Hashable, Sendable {
    /// No kind of damage is ignored, and files with several frames are refused.
    case strict
    /// Damage is ignored if it leaves all pixels of the picture intact.
    case warn
    /// All damage is ignored, even if a part of the picture is missing.
    case partial

    /// Whether the policy ignores a kind of damage.
    package func tolerates(_ damage: Damage) -> Bool {
        if damage.isNotice { return true }
        return switch self {
        case .strict: false
        case .warn: damage != .missingPixels
        case .partial: true
        }
    }

    /// Whether to take the first frame of a file with several.
    package var takesFirstFrame: Bool { self != .strict }
}

extension Set<Damage> {
    /// The kinds of damage in the order of their declaration, separated by commas.
    package var words: String {
        Damage.allCases.filter(contains).map(\.rawValue).joined(separator: ", ")
    }
}
