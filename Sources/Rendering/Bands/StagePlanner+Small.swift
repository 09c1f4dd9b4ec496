// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension StagePlanner {
    /// Adds the stages that convert an image of any channels to opaque RGB over a background
    /// color.
    ///
    /// - Parameter background: The background color of transparent pixels.
    mutating func addOpaqueColor(over background: Color) {
        if layout.hasAlpha {
            append(FlatteningStage.Plan(background: background, layout: .rgb))
        } else {
            addColor()
        }
    }

    /// Adds a stage that reduces the image by averaging squares of pixels.
    ///
    /// - Parameter side: The side of a square, in pixels.
    mutating func addReduction(side: Int) {
        append(premultiplied: ReducingStage.Plan(side: side))
    }

    /// Adds the stages of a contact sheet: it shows small copies of the image with other
    /// effects.
    mutating func add(_ gallery: Gallery) {
        let whole = size
        // Alpha stays until a cell is done, as in a rendering with the same effect.
        addColor()
        addReduction(side: gallery.side)
        append(GalleryStage.Plan(gallery: gallery, whole: whole))
    }
}
