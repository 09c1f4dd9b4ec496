// SPDX-License-Identifier: Apache-2.0

/// What a scene may have; more is refused, with the limit.
public enum SceneLimits {
    /// The most panes.
    public static let panes = 64

    /// The most contents, of all panes together.
    public static let contents = 64

    /// The fewest and the most corners of a polygon.
    public static let points = 3...32

    /// The most shapes of one pane.
    public static let shapes = 64

    /// The most UTF-8 bytes of the texts of all contents together.
    public static let textBytes = 16 << 10

    /// The most UTF-8 bytes of the name of a font or of a group.
    public static let nameBytes = 64

    /// The accepted sizes of a font, in pixels.
    public static let fontSize: ClosedRange<Double> = 1...1000

    /// The accepted weights of a font.
    public static let fontWeight = 100...1000

    /// The accepted cap insets, in pixels of the content's picture.
    public static let capInset = 0...16_384

    /// The accepted scales of a content's picture: its pixels in a point.
    public static let pictureScale: ClosedRange<Double> = 0.1...10
}
