// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering

extension SourceImage {
    /// Selects the picture of a file: the requested frame, or a drawing at the size of the result.
    ///
    /// - Parameters:
    ///   - parameters: The parameters, with the frame.
    ///   - geometry: The geometry of the result.
    ///   - traits: The traits of the screen.
    ///   - limits: The largest size of a picture.
    /// - Returns: The selected picture; the file's only one for most files.
    /// - Throws: `noSuchFrame`, or the error of a drawing that would be too large.
    func selected(
        by parameters: RenderParameters,
        _ geometry: Geometry = Geometry(),
        _ traits: Traits = Traits(),
        limits: DecodeLimits
    ) throws(RenderError) -> SourceImage {
        var selection = PictureSelection(frame: parameters.frame)
        if header.format == .svg {
            // The drawing's own size, whatever size was asked for before.
            let own = try taking(PictureSelection(), limits: limits, damage: damage).header.size
            selection.drawnSize = geometry.drawnSize(of: own, scale: traits.scale)
        }
        return try taking(selection, limits: limits, damage: parameters.damage)
    }
}
