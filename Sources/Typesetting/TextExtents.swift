// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Where a text stands, and what it is drawn with.
public struct TextExtents: Hashable, Sendable {
    /// From the top of the first line to the bottom of the last that is drawn, and as wide as the
    /// widest, in pixels of the picture.
    public let logical: Rectangle

    /// What the glyphs cover, in pixels of the picture; empty for a text of blanks.
    public let ink: Rectangle

    /// How many lines there are.
    public let lineCount: Int

    /// How many of them are drawn: the first, and those that fit into the height of the frame.
    public let drawnLineCount: Int

    /// The families of the fonts, in the order of the text.
    ///
    /// The one that was asked for need not be there: each character takes the first font that has
    /// it.
    public let families: [String]
}
