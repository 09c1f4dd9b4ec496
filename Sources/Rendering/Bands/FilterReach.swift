// SPDX-License-Identifier: Apache-2.0

import Raster

/// The pixels outside of an image that a filter reads or draws.
enum FilterReach: Hashable {
    /// No pixels: each pixel of the result depends only on the same pixel of the image.
    case none
    /// Pixels that the filter derives from the image, such as repeated border pixels.
    case picture
    /// Transparent pixels around the image, over which the filter spreads it, as a blur does.
    case spread(Spread)

    /// The distances over which a filter spreads an image.
    struct Spread: Hashable {
        var left = 0
        var top = 0
        var right = 0
        var bottom = 0

        /// Whether the image grows by these distances, so that the result shows all of it.
        var grows = false

        /// The rectangle that an image covers after the filter has spread it.
        func result(of picture: PixelRect) -> PixelRect {
            picture.grown(left: left, top: top, right: right, bottom: bottom)
        }

        /// The rectangle of the image on which a rectangle of the result depends.
        func source(of result: PixelRect) -> PixelRect {
            result.grown(left: right, top: bottom, right: left, bottom: top)
        }
    }
}

/// The rectangles of pixels to compute after each filter of a list, chosen so that no filter cuts
/// off pixels that a later one moves back into the image.
///
/// As in CSS, a list works on a plane without borders, of which the result shows the image. Of the
/// plane, each filter computes those pixels that are not surely transparent, and on which the result
/// depends.
struct FilterExtents {
    /// The extent of the image after each filter; larger than before if the filter enlarges it.
    let pictures: [PixelRect]

    /// The rectangle of each filter's output on which the result depends.
    let needs: [PixelRect]

    /// The greatest distance from the image at which pixels are computed, so that a small image
    /// cannot ask for a huge plane.
    static let greatestDistance = 4096

    /// Computes the rectangles for a list of filters on an image.
    ///
    /// - Parameters:
    ///   - reaches: The reach of each filter, in order.
    ///   - size: The image extent.
    init(_ reaches: [FilterReach], on size: PixelSize) {
        var picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var pictures: [PixelRect] = []
        for reach in reaches {
            if case .spread(let spread) = reach, spread.grows {
                picture = spread.result(of: picture)
            }
            pictures.append(picture)
        }
        var need = picture
        var needs: [PixelRect] = []
        for (reach, picture) in zip(reaches, pictures).reversed() {
            let distance = Self.greatestDistance
            let plane = picture.grown(
                left: distance,
                top: distance,
                right: distance,
                bottom: distance
            )
            need = need.intersection(plane)
            needs.append(need)
            switch reach {
            case .none: break
            case .picture: need = picture
            case .spread(let spread): need = spread.source(of: need)
            }
        }
        self.pictures = pictures
        self.needs = needs.reversed()
    }
}

extension PixelRect {
    /// The rectangle, enlarged by a distance at each edge.
    fileprivate func grown(left: Int, top: Int, right: Int, bottom: Int) -> PixelRect {
        PixelRect(
            x: x - left,
            y: y - top,
            width: size.width + left + right,
            height: size.height + top + bottom
        )
    }

    /// The rectangle in coordinates that begin at the top left corner of another.
    func relative(to other: PixelRect) -> PixelRect {
        PixelRect(x: x - other.x, y: y - other.y, width: size.width, height: size.height)
    }
}
