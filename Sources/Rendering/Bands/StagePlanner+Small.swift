// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension StagePlanner {
    /// Adds what makes three opaque channels of any.
    ///
    /// - Parameter background: What shows through the picture.
    mutating func addOpaqueColor(over background: Color) {
        if layout.hasAlpha {
            append(.flatten(background), layout: .rgb)
        } else if !layout.isColor {
            append(.convert, layout: .rgb)
        }
    }

    /// Adds what makes the picture smaller: the means of squares.
    ///
    /// - Parameter side: The side of a square, in pixels.
    mutating func addReduction(side: Int) {
        append(.premultiply)
        append(.reduce(side), size: SquareReduction.outputSize(of: size, side: side))
        append(.unpremultiply)
    }

    /// Adds a contact sheet.
    mutating func add(_ gallery: Gallery) {
        let whole = size
        addOpaqueColor(over: .white)
        addReduction(side: gallery.side)
        append(.gallery(gallery, of: whole), size: gallery.sheetSize(of: whole))
    }
}
