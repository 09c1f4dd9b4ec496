// SPDX-License-Identifier: Apache-2.0

/// The limits of a scene; whatever exceeds one is refused, and the error names the limit.
package enum SceneLimits {
    /// The greatest number of panes.
    package static let panes = 64

    /// The greatest number of contents on all panes together.
    package static let contents = 64

    /// The least and the greatest number of a polygon's vertices.
    package static let points = 3...32

    /// The greatest number of shapes of one pane.
    package static let shapes = 64

    /// The greatest length of all texts together, in bytes of UTF-8.
    package static let textBytes = 16 << 10

    /// The greatest length of a font's or a group's name, in bytes of UTF-8.
    package static let nameBytes = 64

    /// The accepted sizes of a font, in pixels.
    package static let fontSize: ClosedRange<Double> = 1...1000

    /// The accepted weights of a font.
    package static let fontWeight = 100...1000

    /// The greatest number of a text's runs.
    package static let runs = 64

    /// The accepted heights of a line, relative to the size of the text's font.
    package static let lineHeight: ClosedRange<Double> = 0.25...10

    /// The accepted letter spacings, relative to the size of the font.
    package static let letterSpacing: ClosedRange<Double> = -1...10

    /// The accepted numbers of lines.
    package static let lines = 1...1000

    /// The accepted offsets of a text's shadow, in pixels.
    package static let shadowOffset: ClosedRange<Double> = -1000...1000

    /// The accepted blur radii of a text's shadow, in pixels.
    package static let shadowBlur: ClosedRange<Double> = 0...1000

    /// The accepted cap insets, in pixels of the content's picture.
    package static let capInset = 0...16_384

    /// The accepted scales of a content's picture, in pixels per point.
    package static let pictureScale: ClosedRange<Double> = 0.1...10
}
