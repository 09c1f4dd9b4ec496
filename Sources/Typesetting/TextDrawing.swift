// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster

/// A text and the plane that it is drawn on: all that a typesetting process needs to know.
///
/// The size of the plane and its room for colors are decided before the text is laid out, so that its memory can
/// be reserved, and so that a process cannot choose them.
package struct TextDrawing: Hashable, Sendable {
    /// The text; its frame is in pixels of the image.
    package let form: TextForm

    /// The rectangle of the plane in the image.
    package let rect: PixelRect

    /// Whether the plane has room for glyphs with colors of their own.
    package let hasColors: Bool

    /// The fonts and libraries that the text must be drawn with, as ``TextRaster/identity()`` names
    /// them; nil for any.
    package let identity: String?

    /// Plans the drawing of a text within a clip.
    ///
    /// - Parameters:
    ///   - form: A form that ``TextRaster/check(_:)`` accepts.
    ///   - clip: The area to draw on, in pixels of the image.
    ///   - identity: The fonts and libraries that were planned with.
    package init(_ form: TextForm, in clip: PixelRect, identity: String? = nil) {
        self.init(
            form,
            rect: TextRaster.rect(of: form, in: clip),
            hasColors: form.mayHaveColors,
            identity: identity
        )
    }

    /// Creates a drawing from its parts, such as those of a message.
    package init(_ form: TextForm, rect: PixelRect, hasColors: Bool, identity: String? = nil) {
        self.form = form
        self.rect = rect
        self.hasColors = hasColors
        self.identity = identity
    }

    /// The size of the coverage, in bytes.
    package var coverageByteCount: Int { TextPlane.byteCount(rect.size, hasColors: false) }

    /// The size of the colors, in bytes; 0 if there is no room for them.
    package var colorByteCount: Int { hasColors ? 4 * rect.size.pixelCount : 0 }

    /// Lays out the text, and draws it in this process.
    ///
    /// - Returns: The drawn text.
    /// - Throws: Errors about missing fonts and glyphs, even where no part of the text lies in the
    ///   rectangle.
    package func drawn() throws(TypesettingError) -> TextPlane {
        var samples = [UInt8](repeating: 0, count: coverageByteCount)
        var pixels = [UInt32](repeating: 0, count: colorByteCount / 4)
        var coverage = samples.mutableSpan
        var colors = pixels.mutableSpan
        let drawn = try draw(onto: &coverage, &colors)
        return TextPlane(
            rect: rect,
            samples: samples,
            pixels: drawn.hasColors ? pixels : [],
            isShortened: drawn.isShortened
        )
    }

    /// Lays out the text, and draws it onto memory that is all zeros.
    ///
    /// - Parameters:
    ///   - coverage: Memory of ``coverageByteCount`` bytes.
    ///   - colors: Memory of ``colorByteCount`` bytes.
    /// - Returns: Facts about the drawn text.
    /// - Throws: Errors about missing fonts and glyphs.
    package func draw(
        onto coverage: inout MutableSpan<UInt8>,
        _ colors: inout MutableSpan<UInt32>
    ) throws(TypesettingError) -> Outcome {
        let layout = try TextLayout.of(form)
        let hasColors = rect.isEmpty ? false : try layout.draw(rect, onto: &coverage, &colors)
        return Outcome(hasColors: hasColors, isShortened: layout.extents.isShortened)
    }

    /// Facts about a drawn text that its pixels do not tell.
    package struct Outcome: Hashable, Sendable {
        /// Whether a glyph was drawn in colors of its own.
        package let hasColors: Bool
        /// Whether a part of the text is left out, in whose place an ellipsis is drawn.
        package let isShortened: Bool

        /// Creates the facts about a drawn text.
        package init(hasColors: Bool, isShortened: Bool) {
            (self.hasColors, self.isShortened) = (hasColors, isShortened)
        }
    }
}
