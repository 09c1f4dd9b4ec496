// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Geometry {
    /// The size at which to rasterize a vector image, so that the result needs no resampling.
    ///
    /// A drawing is as sharp at every size, so boxes enlarge it without permission. Lengths of a part, of a
    /// focus or of caps refer to the drawing at its original size, and it is then drawn at that
    /// size.
    ///
    /// - Parameters:
    ///   - drawing: The size that the drawing states.
    ///   - scale: The pixels per point.
    /// - Returns: The size; nil for the original size of the drawing.
    package func drawnSize(of drawing: DrawingSize, scale: Double) -> PixelSize? {
        // Only 'scale-down' depends on the size itself, all else on the proportions.
        let own = mode.fit == .scaleDown ? drawing.pixels : drawing.proportions
        guard width != nil || height != nil, mode.fit != .none, trim == nil, caps == nil,
            lengthsOfPart.allSatisfy({ $0.unit == .percent || $0.amount == 0 }),
            let part = try? croppedPart(of: own, scale: scale)
        else { return nil }
        var enlarging = self
        enlarging.enlarges = true
        let shown = turn.size(of: part.size)
        let fitted = FittedPicture(shown, in: enlarging, scale: scale, focus: nil)
        let size: PixelSize
        if part.size == own, fitted.part.width == Double(shown.width),
            fitted.part.height == Double(shown.height)
        {
            size = turn.size(of: fitted.size)
        } else {
            let factor = max(
                Double(fitted.size.width) / fitted.part.width,
                Double(fitted.size.height) / fitted.part.height
            )
            // The rounding of the proportions to a part in 65,535 must not become a pixel.
            size = PixelSize(
                width: Int((Double(own.width) * factor - 0.02).rounded(.up)),
                height: Int((Double(own.height) * factor - 0.02).rounded(.up))
            )
        }
        return size == drawing.pixels ? nil : size
    }

    /// The position and size of the crop, and the coordinates of the focus.
    private var lengthsOfPart: [Length] {
        var lengths = crop.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        if case .point(let point) = focus { lengths += [point.x, point.y] }
        return lengths
    }
}
