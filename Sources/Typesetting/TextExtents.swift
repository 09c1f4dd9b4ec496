// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The bounds of a text after layout, and the fonts used for it.
package struct TextExtents: Hashable, Sendable {
    /// The bounds of the lines that are drawn, in pixels of the picture.
    ///
    /// They reach from the top of the first line to the bottom of the last, and are as wide as the
    /// widest line.
    package let logical: Rectangle

    /// The bounds of the glyphs, in pixels of the picture; empty for a text of blanks.
    package let ink: Rectangle

    /// The number of lines in the layout.
    package let lineCount: Int

    /// The number of lines that are drawn: the first, and all that fit into the height of the
    /// frame.
    package let drawnLineCount: Int

    /// Whether a part of the text is left out, in whose place an ellipsis is drawn.
    package let isShortened: Bool

    /// The names of the font families used, in the order of the text.
    ///
    /// The requested family may be missing: each character takes the first font that has a glyph
    /// for it.
    package let families: [String]
}
