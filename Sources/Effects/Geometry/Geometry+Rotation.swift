// SPDX-License-Identifier: Apache-2.0

import Raster

extension Geometry {
    /// Plans to turn a part of an image by any angle, and to fit it into its box.
    ///
    /// The image is resized first, as far as it shows, and turned in its final size.
    ///
    /// - Parameters:
    ///   - part: The part, in pixels of the upright image.
    ///   - tilt: The turn after the quarter turns.
    ///   - fitted: The frame of the turned part in its box.
    ///   - upright: The image extent, upright.
    ///   - traits: The screen traits.
    /// - Returns: The steps, in their order.
    /// - Throws: ``GeometryError`` for a part that an image of this extent does not have.
    func steps(
        rotating part: PixelRect,
        by tilt: Tilt,
        in fitted: FittedPicture,
        on upright: PixelSize,
        _ traits: Traits
    ) throws(GeometryError) -> [Reshaping] {
        let turned = turn.size(of: part.size)
        let frame = tilt.frame(of: turned)
        let columns = fitted.part.width / Double(fitted.size.width)
        let rows = fitted.part.height / Double(fitted.size.height)
        // Rounding makes the two factors differ; the longer side has the more exact one.
        let factor = frame.width >= frame.height ? columns : rows
        let seen = tilt.source(of: fitted.part, on: turned)
            .grown(by: (kernel.support + 1) * max(1, factor) + 1, within: turned)
        let size = PixelSize(
            width: max(1, Int((Double(seen.size.width) / factor + 0.5).rounded(.down))),
            height: max(1, Int((Double(seen.size.height) / factor + 0.5).rounded(.down)))
        )
        let kept = turn.source(of: seen.rectangle, in: turned)
        let crop = PixelRect(
            x: part.x + Int(kept.x),
            y: part.y + Int(kept.y),
            width: Int(kept.width),
            height: Int(kept.height)
        )
        var steps: [Reshaping] = crop.size == upright ? [] : [.crop(crop)]
        if size != seen.size {
            steps.append(
                .resize(Resize(size: turn.size(of: size), kernel: kernel, isLinear: isLinear))
            )
        }
        if !turn.isIdentity { steps.append(.turn(turn)) }
        let middle = tilt.place(
            of: Point(
                x: Double(seen.x) + Double(seen.size.width) / 2,
                y: Double(seen.y) + Double(seen.size.height) / 2
            ),
            on: turned
        )
        let center = Point(
            x: (middle.x - fitted.part.x) / columns,
            y: (middle.y - fitted.part.y) / rows
        )
        return steps + (try rotation(tilt, at: center, in: fitted, traits))
    }

    /// The rotation by a tilt angle, and the padding of the box; a color or a gradient also fills
    /// the empty corners.
    private func rotation(
        _ tilt: Tilt,
        at center: Point,
        in fitted: FittedPicture,
        _ traits: Traits
    ) throws(GeometryError) -> [Reshaping] {
        func rotation(_ size: PixelSize, _ center: Point, _ outside: Rotation.Outside) -> Reshaping
        {
            .rotate(
                Rotation(
                    degrees: tilt.degrees,
                    size: size,
                    center: center,
                    outside: outside,
                    kernel: kernel,
                    isLinear: isLinear
                )
            )
        }
        switch tilt.mode {
        case .straighten:
            let padding = try padding(fitted, traits).map(Reshaping.pad)
            return [rotation(fitted.size, center, .edge)] + [padding].compactMap(\.self)
        case .expand:
            let frame =
                fitted.frame
                ?? PixelRect(
                    x: 0,
                    y: 0,
                    width: fitted.size.width,
                    height: fitted.size.height
                )
            let moved = Point(x: center.x - Double(frame.x), y: center.y - Double(frame.y))
            switch pad {
            case .color(let color): return [rotation(frame.size, moved, .color(color))]
            case .gradient(let gradient):
                let resolved = gradient.resolved(on: frame.size, scale: traits.scale)
                return [rotation(frame.size, moved, .gradient(resolved))]
            case .mirror, .backdrop, nil: return [rotation(fitted.size, center, .transparent)]
            }
        }
    }
}

extension Rectangle {
    /// The pixels of an image that lie in the rectangle or within a distance of it.
    fileprivate func grown(by distance: Double, within picture: PixelSize) -> PixelRect {
        func range(_ start: Double, _ end: Double, _ count: Int) -> Range<Int> {
            let first = min(max(start - distance, 0), Double(count - 1)).rounded(.down)
            let last = min(max(end + distance, first + 1), Double(count)).rounded(.up)
            return Int(first)..<Int(last)
        }
        let columns = range(x, maxX, picture.width)
        let rows = range(y, maxY, picture.height)
        return PixelRect(
            x: columns.lowerBound,
            y: rows.lowerBound,
            width: columns.count,
            height: rows.count
        )
    }
}

extension PixelRect {
    /// The same rectangle with floating-point coordinates.
    fileprivate var rectangle: Rectangle {
        Rectangle(
            x: Double(x),
            y: Double(y),
            width: Double(size.width),
            height: Double(size.height)
        )
    }
}
