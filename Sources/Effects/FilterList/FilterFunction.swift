// SPDX-License-Identifier: Apache-2.0

/// One function of filter lists: everything that is known about it, in one row.
///
/// The rows of ``table`` feed the parser and its errors, the catalog of the service, the documents
/// and the tests.
public struct FilterFunction: Hashable, Sendable {
    /// The names, as they stand in a filter list.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// A Gaussian blur.
        case blur
        /// A multiple of color.
        case brightness
        /// A multiple of the distance to middle gray.
        case contrast
        /// A shadow beneath the picture.
        case dropShadow = "drop-shadow"
        /// A mix with luminance.
        case grayscale
        /// A turn of hues.
        case hueRotate = "hue-rotate"
        /// A mix with the negative.
        case invert
        /// A multiple of alpha.
        case opacity
        /// A multiple of saturation.
        case saturate
        /// A mix with the tones of an old photograph.
        case sepia
        /// A remap of luminance.
        case luminanceCurve = "luminance-curve"
        /// A remap of red, green and blue, each by itself.
        case curve
        /// A sum with color.
        case brightnessOffset = "brightness-offset"
        /// Any color matrix.
        case colorMatrix = "color-matrix"
        /// A flat color over the picture.
        case tint
        /// Core Image's three color controls.
        case colorControls = "color-controls"
        /// Transparency towards the corners.
        case vignette
        /// The mean of the picture.
        case averageColor = "average-color"
        /// A blur whose strength a mask varies.
        case variableBlur = "variable-blur"
        /// A blur away from a point.
        case zoomBlur = "zoom-blur"
        /// A blur along a line.
        case motionBlur = "motion-blur"
        /// Squares in place of pixels.
        case pixelate
        /// A larger picture, cut off where it was.
        case magnify
    }

    /// Where the meaning of a function is written down.
    public enum Standard: String, Hashable, Sendable, CaseIterable {
        /// W3C, Filter Effects Module Level 1.
        case filterEffects = "Filter Effects Module Level 1"
        /// A filter of Core Animation.
        case coreAnimation = "Core Animation"
        /// A filter of Core Image.
        case coreImage = "Core Image"
        /// Nowhere else.
        case own = "Frostpane"
    }

    /// The name.
    public let name: Name

    /// Its arguments, in the order in which they are written.
    public let arguments: [Argument]

    /// What the function does, in one sentence for people.
    public let sentence: String

    /// Where its meaning is written down.
    public let standard: Standard

    /// How it is written, with its arguments by name; a question mark follows what may be left out.
    public var syntax: String {
        if arguments.isEmpty { return name.rawValue }
        return "\(name.rawValue)(\(arguments.map(\.syntax).joined(separator: " ")))"
    }
}
