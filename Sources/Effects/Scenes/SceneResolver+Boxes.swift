// SPDX-License-Identifier: Apache-2.0

import Raster

extension SceneResolver {
    /// The backgrounds of a layer from the lowest, and the shadows inside of it.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - shapes: Its shapes, in pixels.
    ///   - isCut: Whether the shapes cut off all that is drawn, so that edges must not do so again.
    ///   - place: The place for errors.
    /// - Returns: The contents.
    /// - Throws: The first broken rule.
    func fillings(
        of layer: Scene.Layer,
        _ shapes: [Shape],
        isCut: Bool,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        var contents: [Content] = []
        for shape in layer.isInverted ? [.rectangle(frame(of: layer, shapes), .square)] : shapes {
            let area = isCut ? shape.surroundings : try inside(of: layer.border, shape, at: place)
            contents += layer.backgrounds.reversed().map { content($0, of: area, in: shape.bounds) }
        }
        for shadow in layer.shadows.reversed() where shadow.isInside {
            for shape in shapes {
                let area = isCut ? shape.surroundings : shape
                contents.append(try content(shadow, of: shape, drawnOn: area, at: place))
            }
        }
        return contents
    }

    /// The part of a shape beneath which an opaque border has no edge, so that no background is seen
    /// at the outer edge of both.
    private func inside(
        of border: Scene.Border?,
        _ shape: Shape,
        at place: SceneError.Place
    ) throws(SceneError) -> Shape {
        guard let border, border.color.alpha == 1 else { return shape }
        let width = try self.width(of: border, shape, at: place)
        return shape.outset(by: -min(width / 2, 1)) ?? shape
    }

    private func width(
        of border: Scene.Border,
        _ shape: Shape,
        at place: SceneError.Place
    ) throws(SceneError) -> Double {
        let side = min(shape.bounds.width, shape.bounds.height)
        let width = border.width.pixels(scale: scale, of: side)
        guard width >= 0 else { throw SceneError(.border, at: place) }
        return width
    }

    /// The shadows outside of a layer, from the lowest.
    func outerShadows(
        of layer: Scene.Layer,
        _ shapes: [Shape],
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        var contents: [Content] = []
        for shadow in layer.shadows.reversed() where !shadow.isInside {
            for shape in shapes {
                contents.append(
                    try content(shadow, of: shape, at: place)
                        .clipped(to: [Clip(shapes, isInverted: true)])
                )
            }
        }
        return contents
    }

    /// The border of a layer.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - shapes: Its shapes, in pixels.
    ///   - isCut: Whether the shapes cut off all that is drawn, so that edges must not do so again.
    ///   - place: The place for errors.
    /// - Returns: The contents.
    /// - Throws: The first broken rule.
    func border(
        of layer: Scene.Layer,
        _ shapes: [Shape],
        isCut: Bool,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        guard let border = layer.border else { return [] }
        var contents: [Content] = []
        for shape in shapes {
            if case .polygon = shape { throw SceneError(.border, at: place) }
            let width = try self.width(of: border, shape, at: place)
            if width == 0 { continue }
            let (ink, area) = (Ink.color(border.color), isCut ? shape.surroundings : shape)
            guard 2 * width < min(shape.bounds.width, shape.bounds.height) else {
                contents.append(Content(.shape(area), ink: ink))
                continue
            }
            guard let hole = shape.outset(by: -width) else { throw SceneError(.border, at: place) }
            contents.append(Content(.ring(area, hole: hole), ink: ink))
        }
        return contents
    }

    /// The content that fills a shape with a color or a gradient.
    ///
    /// - Parameters:
    ///   - fill: The color or the gradient.
    ///   - shape: The shape.
    ///   - bounds: The rectangle on which the gradient is placed.
    /// - Returns: The content.
    func content(_ fill: Scene.Fill, of shape: Shape, in bounds: Rectangle) -> Content {
        switch fill.paint {
        case .color(let color): return Content(.shape(shape), ink: .color(color))
        case .gradient(let gradient):
            func side(_ length: Double) -> Int { max(1, Int(length.rounded())) }
            let size = PixelSize(width: side(bounds.width), height: side(bounds.height))
            return Content(
                .shape(shape),
                ink: .gradient(
                    gradient.resolved(on: size, scale: scale),
                    origin: Point(x: bounds.x, y: bounds.y),
                    alpha: 1
                )
            )
        }
    }

    private func content(
        _ shadow: Scene.BoxShadow,
        of shape: Shape,
        drawnOn area: Shape? = nil,
        at place: SceneError.Place
    ) throws(SceneError) -> Content {
        let area = area ?? shape
        func pixels(_ length: Length) -> Double { length.pixels(scale: scale, of: 0) }
        let (x, y, blur) = (pixels(shadow.x), pixels(shadow.y), pixels(shadow.blur))
        let spread = pixels(shadow.spread)
        guard SceneLimits.shadowOffset.contains(x), SceneLimits.shadowOffset.contains(y),
            SceneLimits.shadowOffset.contains(spread), SceneLimits.shadowBlur.contains(blur),
            let grown = shape.outset(by: shadow.isInside ? -spread : spread)
        else { throw SceneError(.boxShadow, at: place) }
        let cast = grown.moved(x, y)
        let ink = Ink.color(shadow.color)
        if blur == 0 {
            guard shadow.isInside else { return Content(.shape(cast), ink: ink) }
            return Content(.shape(area), ink: ink, clips: [Clip([cast], isInverted: true)])
        }
        return Content(
            .shadow(cast, sigma: blur / 2, isInside: shadow.isInside),
            ink: ink,
            clips: shadow.isInside ? [Clip([area])] : []
        )
    }
}

extension Content {
    /// Returns the same content with the alpha of its ink multiplied by a factor.
    func faded(_ alpha: Double) -> Content {
        Content(
            form,
            ink: ink.faded(alpha == 0 ? 0 : alpha),
            clips: clips,
            mask: mask,
            blend: blend
        )
    }

    /// Returns the same content with another blend mode, unless that is `normal`.
    func blended(_ mode: BlendMode) -> Content {
        mode == .normal ? self : Content(form, ink: ink, clips: clips, mask: mask, blend: mode)
    }
}

extension Shape {
    /// The shape grown by a distance on all sides, or shrunken by a negative one; nil for a polygon.
    ///
    /// Round corners keep their centers where they shrink. Where they grow, a corner of a radius
    /// below the distance stays sharper than a parallel one would be, and a square one square.
    ///
    /// Reference: CSS Backgrounds and Borders Level 3, sections 4.2 and 6.1.1.
    fileprivate func outset(by distance: Double) -> Shape? {
        if distance == 0 { return self }
        switch self {
        case .polygon: return nil
        case .ellipse(let rectangle): return .ellipse(rectangle.outset(by: distance).nonnegative)
        case .rectangle(let rectangle, let corners):
            func radius(_ radius: Double) -> Double {
                guard radius > 0 else { return 0 }
                guard distance > 0, radius < distance else { return max(0, radius + distance) }
                let rest = radius / distance - 1
                return radius + distance * (1 + rest * rest * rest)
            }
            let fitted = corners.fitted(in: rectangle)
            return .rectangle(
                rectangle.outset(by: distance).nonnegative,
                Corners(
                    curve: corners.curve,
                    topLeft: radius(fitted.topLeft),
                    topRight: radius(fitted.topRight),
                    bottomRight: radius(fitted.bottomRight),
                    bottomLeft: radius(fitted.bottomLeft)
                )
            )
        }
    }

    /// A rectangle that contains the shape and the pixels on its edge.
    fileprivate var surroundings: Shape { .rectangle(bounds.outset(by: 1), .square) }

    /// The shape moved to the right and downwards.
    fileprivate func moved(_ x: Double, _ y: Double) -> Shape {
        func moved(_ rectangle: Rectangle) -> Rectangle {
            var rectangle = rectangle
            rectangle.x += x
            rectangle.y += y
            return rectangle
        }
        return switch self {
        case .rectangle(let rectangle, let corners): .rectangle(moved(rectangle), corners)
        case .ellipse(let rectangle): .ellipse(moved(rectangle))
        case .polygon(let points): .polygon(points.map { Point(x: $0.x + x, y: $0.y + y) })
        }
    }
}

extension Rectangle {
    /// The rectangle, or the point in its middle if its width or its height is negative.
    fileprivate var nonnegative: Rectangle {
        Rectangle(
            x: width < 0 ? x + width / 2 : x,
            y: height < 0 ? y + height / 2 : y,
            width: max(0, width),
            height: max(0, height)
        )
    }
}
