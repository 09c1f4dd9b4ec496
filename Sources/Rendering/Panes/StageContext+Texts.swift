// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Typesetting

extension StageContext {
    /// Lays out and draws a text with the fonts that the render was planned with.
    ///
    /// - Parameters:
    ///   - form: The text.
    ///   - clip: The area to draw on, in pixels of the image.
    /// - Returns: The drawn text.
    /// - Throws: Errors of typesetting, or the error of the cancellation.
    func draw(_ form: TextForm, in clip: PixelRect) throws(RenderError) -> TextPlane {
        do throws(TypesettingError) {
            let plane = try TextRaster.draw(
                form,
                in: clip,
                identity: typesetting,
                shouldContinue: { cancellation.mayContinue },
                onFailure: { cancellation.note(libraryMessage: $0) }
            )
            if plane.isShortened { cancellation.note([.shortenedText]) }
            return plane
        } catch {
            if error == .interrupted { try cancellation.check() }
            throw .text(error)
        }
    }
}
