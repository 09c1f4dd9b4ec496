// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering

extension RenderParameters {
    /// Returns the moving image that a file holds, if the parameters want its frames; nil for a still.
    ///
    /// By default, an animation that is too large is rendered as its first frame.
    ///
    /// - Parameters:
    ///   - source: The first frame.
    ///   - limits: The bound on the pixels of all frames.
    /// - Returns: The moving image.
    /// - Throws: `noSuchFrame` or `tooManyFramePixels` if the frames are asked for.
    func motion(
        of source: SourceImage,
        _ limits: DecodeLimits
    ) throws(ServiceError) -> SourceImage? {
        guard frame == nil, frames != .first else { return nil }
        do throws(RenderError) {
            return try source.moving(frames.numbers, limits: limits)
        } catch {
            if frames == .automatic { return nil }
            throw .render(error)
        }
    }
}

extension SourceImage {
    /// The pixels that a small picture counts for when a drawing on it becomes pixels: it may be enlarged.
    private static let leastPixelCount = 1 << 20

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
        if let drawing = header.drawing {
            selection.drawnSize = geometry.drawnSize(of: drawing, scale: traits.scale)
        }
        return try taking(selection, limits: limits, damage: parameters.damage)
    }

    /// Selects the size of a drawing that the panes of a plan show or use as a mask.
    ///
    /// - Parameters:
    ///   - resource: The identifier of the picture.
    ///   - plan: The plan.
    ///   - source: The picture beneath the panes.
    ///   - limits: The largest size of a picture.
    /// - Returns: The drawing at the size at which it is shown; a picture of pixels as it is.
    /// - Throws: The error of a drawing that would be too large.
    func drawn(
        as resource: ResourceID,
        in plan: Plan,
        on source: SourceImage,
        _ limits: DecodeLimits
    ) throws(RenderError) -> SourceImage {
        guard let drawing = header.drawing,
            let size = plan.drawnSize(
                of: resource,
                drawing,
                pixelCount: max(source.pixelCount, Self.leastPixelCount)
            )
        else { return self }
        return try taking(PictureSelection(drawnSize: size), limits: limits, damage: damage)
    }
}
