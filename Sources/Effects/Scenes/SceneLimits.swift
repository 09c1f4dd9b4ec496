// SPDX-License-Identifier: Apache-2.0

/// The limits of a scene; a scene that exceeds one is refused, and the error names the limit.
package enum SceneLimits {
    /// The greatest number of layers.
    package static let layers = 256

    /// The greatest number of layers with an effect on their backdrop.
    package static let panes = 64

    /// The greatest number of lists on the way to a layer.
    package static let depth = 8

    /// The greatest number of shadows of a layer.
    package static let shadows = 16

    /// The greatest number of backgrounds of a layer.
    package static let backgrounds = 16

    /// The accepted positions of the edges of layers, in pixels of the image.
    package static let edges: ClosedRange<Double> = -1e8...1e8

    /// The least and the greatest number of a polygon's vertices.
    package static let points = 3...32

    /// The greatest number of shapes of one layer.
    package static let shapes = 64

    /// The greatest length of all texts of a scene together, in bytes of UTF-8.
    package static let textBytes = 16 << 10

    /// The greatest length of a font's or a group's name, in bytes of UTF-8.
    package static let nameBytes = 64

    /// The accepted sizes of a font, in pixels.
    package static let fontSize: ClosedRange<Double> = 1...1000

    /// The accepted font weights, as in CSS: 400 is regular, 700 bold.
    package static let fontWeight = 100...1000

    /// The greatest number of a text's runs.
    package static let runs = 64

    /// The accepted line heights, as multiples of the text's font size.
    package static let lineHeight: ClosedRange<Double> = 0.25...10

    /// The accepted letter spacings, as multiples of the font size.
    package static let letterSpacing: ClosedRange<Double> = -1...10

    /// The accepted values of a text's greatest number of lines.
    package static let lines = 1...1000

    /// The accepted offsets of a shadow on each axis, in pixels.
    package static let shadowOffset: ClosedRange<Double> = -1000...1000

    /// The accepted blur radii of a shadow, in pixels.
    package static let shadowBlur: ClosedRange<Double> = 0...1000

    /// The accepted widths of borders that are not stretched, in pixels of the image.
    package static let capInset = 0...16_384

    /// The accepted scales of an image, in pixels per point.
    package static let pictureScale: ClosedRange<Double> = 0.1...10
}
