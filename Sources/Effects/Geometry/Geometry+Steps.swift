// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Geometry {
    /// Plans the crop, the resizing, the turn and the padding of an image.
    ///
    /// An image that already has it gets no step. Sides are rounded half up to whole pixels, and are
    /// at least 1.
    ///
    /// - Parameters:
    ///   - upright: The image extent, upright.
    ///   - traits: The screen traits, with the pixels per point.
    /// - Returns: The steps, in order.
    /// - Throws: A rule that depends on the extent or the scale.
    package func steps(
        on upright: PixelSize,
        traits: Traits
    ) throws(GeometryError) -> [Reshaping] {
        if followsClient { return try following(traits).steps(on: upright, traits: traits) }
        let part = try croppedPart(of: upright, scale: traits.scale)
        if let caps {
            return try steps(stretching: part, between: caps, on: upright, scale: traits.scale)
        }
        let turn = turn
        let shown = turnedSize(of: part.size)
        if case .point(let point) = focus {
            let x = point.x.pixels(scale: traits.scale, of: Double(upright.width))
            let y = point.y.pixels(scale: traits.scale, of: Double(upright.height))
            guard (0...Double(upright.width)).contains(x), (0...Double(upright.height)).contains(y)
            else { throw GeometryError(.focusOutside(upright), of: .focus) }
        }
        let fitted = FittedPicture(
            shown,
            in: self,
            scale: traits.scale,
            focus: focus(in: part, of: upright, scale: traits.scale)
        )
        if let tilt {
            return try steps(rotating: part, by: tilt, in: fitted, on: upright, traits)
        }
        // The turned image is fitted, but turned after resizing: a smaller image turns faster.
        let source = turn.source(of: fitted.part, in: shown)
        let size = turn.size(of: fitted.size)
        var steps: [Reshaping] = []
        var kept = part
        let isResized = source.width != Double(size.width) || source.height != Double(size.height)
        if !isResized {
            kept = PixelRect(
                x: part.x + Int(source.x),
                y: part.y + Int(source.y),
                width: size.width,
                height: size.height
            )
        }
        if kept.size != upright { steps.append(.crop(kept)) }
        if isResized {
            steps.append(.resize(resize(source, of: part.size, to: size)))
        }
        if !turn.isIdentity { steps.append(.turn(turn)) }
        if let padding = try padding(fitted, traits) { steps.append(.pad(padding)) }
        return steps
    }

    /// The pixels that remain after trimming and cropping; throws if the crop leaves the image.
    func croppedPart(
        of upright: PixelSize,
        scale: Double
    ) throws(GeometryError) -> PixelRect {
        let trimmed =
            content ?? PixelRect(x: 0, y: 0, width: upright.width, height: upright.height)
        guard let crop else { return trimmed }
        let picture = trimmed.size
        func pixels(_ start: Length, _ length: Length, of side: Int) -> Range<Int>? {
            let first = start.pixels(scale: scale, of: Double(side))
            let end = first + length.pixels(scale: scale, of: Double(side))
            guard end > first else { return nil }
            // A percentage that means whole pixels may be off by a rounding error.
            let lower = Int((first + Self.tolerance).rounded(.down))
            return lower..<max(lower + 1, Int((end - Self.tolerance).rounded(.up)))
        }
        guard let columns = pixels(crop.x, crop.width, of: picture.width),
            let rows = pixels(crop.y, crop.height, of: picture.height)
        else { throw GeometryError(.emptyPart, of: .crop) }
        let part = PixelRect(
            x: columns.lowerBound,
            y: rows.lowerBound,
            width: columns.count,
            height: rows.count
        )
        let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        guard part.isInside(whole) else {
            throw GeometryError(.outsidePicture(picture), of: .crop)
        }
        return PixelRect(
            x: trimmed.x + part.x,
            y: trimmed.y + part.y,
            width: part.size.width,
            height: part.size.height
        )
    }

    /// The rounding error of lengths that is ignored, in pixels.
    private static let tolerance = 1e-6

    /// The padding around a fitted image; nil if it fills its box or no padding is requested.
    func padding(
        _ picture: FittedPicture,
        _ traits: Traits
    ) throws(GeometryError) -> Padding? {
        guard let pad, let frame = picture.frame, frame.size != picture.size else { return nil }
        switch pad {
        case .color(let color): return Padding(frame: frame, fill: .color(color))
        case .gradient(let gradient):
            let resolved = gradient.resolved(on: frame.size, scale: traits.scale)
            return Padding(frame: frame, fill: .gradient(resolved))
        case .mirror: return Padding(frame: frame, fill: .mirror)
        case .backdrop:
            let cover = FittedPicture(covering: frame.size, with: picture.size)
            let resize = resize(cover.part, of: picture.size, to: frame.size)
            return Padding(frame: frame, fill: .backdrop(resize, try backdropFilters(traits)))
        }
    }

    /// The resizing of a part of an image to a size, with the geometry's kernel.
    func resize(
        _ part: Rectangle,
        of picture: PixelSize,
        to size: PixelSize
    ) -> Resize {
        let isWhole =
            part.width == Double(picture.width) && part.height == Double(picture.height)
        return Resize(
            size: size,
            source: isWhole ? nil : part,
            kernel: kernel,
            isLinear: isLinear
        )
    }

    /// The filters on the image that is used as the backdrop of its padding, with lengths in
    /// pixels.
    private func backdropFilters(_ traits: Traits) throws(GeometryError) -> [Filter] {
        if let backdropMaterial { return backdropMaterial.filters(traits) }
        let list: FilterList
        do throws(FilterListError) { list = try backdropFilter.scaled(by: traits.scale) } catch {
            throw GeometryError(.filter(error), of: .backdropFilter)
        }
        do throws(EffectError) { return try list.filters(edge: Scene.Layer.filterEdge) } catch {
            throw GeometryError(.unsupportedFilter, of: .backdropFilter)
        }
    }
}
