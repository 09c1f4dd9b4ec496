// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Plan {
    /// The size at which to rasterize a vector drawing that panes show or use as a mask, so that it is not
    /// enlarged afterwards.
    ///
    /// - Parameters:
    ///   - resource: The drawing.
    ///   - drawing: The size that it states.
    ///   - pixelCount: The number of pixels of the image; the drawing gets at most four times as many.
    /// - Returns: The size; nil for the size that the drawing states. Frames of the mode `center`, cap insets and
    ///   filters on the whole image refer to it.
    package func drawnSize(
        of resource: ResourceID,
        _ drawing: DrawingSize,
        pixelCount: Int
    ) -> PixelSize? {
        var greatest = PixelSize(width: 0, height: 0)
        for step in steps where step.resources.contains(resource) {
            guard case .panes(let panes) = step else { return nil }
            for pane in panes {
                guard let sizes = pane.drawnSizes(of: resource, drawing) else { return nil }
                for size in sizes {
                    greatest.width = max(greatest.width, size.width)
                    greatest.height = max(greatest.height, size.height)
                }
            }
        }
        guard greatest.pixelCount > 0 else { return nil }
        let excess = Double(greatest.pixelCount) / Double(4 * pixelCount)
        if excess > 1 {
            let size = DrawingSize(width: Double(greatest.width), height: Double(greatest.height))
            greatest = size.scaled(by: (1 / excess).squareRoot())
        }
        return greatest == drawing.pixels ? nil : greatest
    }
}

extension Pane {
    /// The sizes at which the pane shows a drawing; nil if it refers to the drawing's own size.
    fileprivate func drawnSizes(of resource: ResourceID, _ drawing: DrawingSize) -> [PixelSize]? {
        guard !filters.contains(where: { $0.resources.contains(resource) }) else { return nil }
        var sizes: [PixelSize] = []
        if let mask = coverage.mask, mask.mask.picture == resource {
            sizes.append(drawing.size(in: mask.frame, .stretch))
        }
        for content in contents {
            guard let own = content.drawnSizes(of: resource, drawing) else { return nil }
            sizes += own
        }
        return sizes
    }
}

extension Content {
    /// The sizes at which the content shows a drawing; nil if it refers to the drawing's own size.
    fileprivate func drawnSizes(of resource: ResourceID, _ drawing: DrawingSize) -> [PixelSize]? {
        var sizes: [PixelSize] = []
        if let mask, mask.mask.picture == resource {
            sizes.append(drawing.size(in: mask.frame, .stretch))
        }
        switch form {
        case .text, .shape, .ring, .shadow: break
        case .picture(let form) where form.picture == resource:
            guard !form.mode.keepsSize, form.caps == nil, form.crop == nil else { return nil }
            sizes.append(drawing.size(in: form.frame, form.mode))
        case .picture: break
        case .group(let contents):
            for content in contents {
                guard let own = content.drawnSizes(of: resource, drawing) else { return nil }
                sizes += own
            }
        }
        return sizes
    }
}

extension DrawingSize {
    /// The whole pixels that the drawing takes in a frame.
    fileprivate func size(in frame: Rectangle, _ mode: PictureForm.Mode) -> PixelSize {
        let factors = (frame.width / width, frame.height / height)
        switch mode {
        case .stretch, .center, .scaleDown:
            return DrawingSize(width: frame.width, height: frame.height).pixels
        case .fit: return scaled(by: min(factors.0, factors.1))
        case .fill: return scaled(by: max(factors.0, factors.1))
        }
    }
}
