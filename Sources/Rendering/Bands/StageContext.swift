// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects

/// The inputs of a stage other than the image rows.
struct StageContext {
    /// The images that the plan uses.
    var resources: [ResourceID: SourceImage]
    /// The largest size of an image that a pane shows or uses as a mask.
    var limits: DecodeLimits
    /// The color space to which the images in panes are converted.
    var space = WorkingSpace.standard
    /// The token that stops the stages, because the render is cancelled or its deadline
    /// has passed.
    var cancellation: Cancellation
    /// The cache of decoded images that panes show or use as masks.
    var pictures: any PictureCache
    /// The fonts and text libraries that the render was planned with; nil for any.
    var typesetting: String?
}

/// A cache of decoded images, each decoded on first use.
protocol PictureCache: AnyObject {
    /// Returns a decoded image.
    ///
    /// - Parameters:
    ///   - id: One of the context's images.
    ///   - form: The image samples to keep.
    ///   - context: The images, and the cancellation of the render.
    /// - Returns: The image, upright.
    /// - Throws: Errors of decoding.
    func picture(
        _ id: ResourceID,
        as form: PictureUse.Form,
        _ context: StageContext
    ) throws(RenderError) -> ResourcePicture
}

extension PictureCache {
    /// Returns the alpha or the luminance of a mask's image, as the mask says.
    func presence(
        _ placed: PaneCoverage.PlacedMask,
        _ context: StageContext
    ) throws(RenderError) -> ResourcePicture {
        let use = PictureUse(placed.mask)
        return try picture(use.picture, as: use.form, context)
    }
}
