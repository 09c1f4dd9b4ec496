// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension StagePlanner {
    /// Adds what makes three opaque channels of any.
    ///
    /// - Parameter background: What shows through the picture.
    mutating func addOpaqueColor(over background: Color) {
        if layout.hasAlpha {
            append(FlatteningStage.Plan(background: background, layout: .rgb))
        } else {
            addColor()
        }
    }

    /// Adds what makes the picture smaller: the means of squares.
    ///
    /// - Parameter side: The side of a square, in pixels.
    mutating func addReduction(side: Int) {
        append(premultiplied: ReducingStage.Plan(side: side))
    }

    /// Adds a contact sheet.
    mutating func add(_ gallery: Gallery) {
        let whole = size
        addOpaqueColor(over: .white)
        addReduction(side: gallery.side)
        append(GalleryStage.Plan(gallery: gallery, whole: whole))
    }
}
