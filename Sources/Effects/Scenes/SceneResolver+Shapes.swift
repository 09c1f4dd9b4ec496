// SPDX-License-Identifier: Apache-2.0

import Raster

extension SceneResolver {
    /// Converts the shapes of a layer to pixels of the image.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - parent: The rectangle that percentages refer to.
    ///   - place: The place for errors.
    /// - Returns: The shapes in pixels.
    /// - Throws: The rule that a shape breaks.
    func shapes(
        of layer: Scene.Layer,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> [Shape] {
        let own = try fitted(layer, in: parent, at: place)
        var shapes: [Shape] = []
        for shape in layer.shapes {
            shapes.append(try self.shape(shape, in: parent, fitting: own, at: place))
        }
        return shapes
    }

    /// The size to which a layer's frame may fit: of the shown part of its image, in pixels.
    private func fitted(
        _ layer: Scene.Layer,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Point? {
        guard case .picture(let picture) = layer.content, let size = extents[picture.picture] else {
            return nil
        }
        var part = Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        if let crop = picture.crop {
            part = try self.crop(crop, at: place).rectangle(in: size)
        }
        let factor = picture.scale.map { scale / $0 } ?? 1
        return Point(x: part.width * factor, y: part.height * factor)
    }

    /// Converts a shape to pixels of the image, and checks its rules.
    ///
    /// - Parameters:
    ///   - shape: The shape of a layer.
    ///   - parent: The rectangle that percentages refer to.
    ///   - own: The size of the image in the frame, to which the frame may fit.
    ///   - place: The place for errors.
    /// - Returns: The shape in pixels.
    /// - Throws: The rule that the shape breaks.
    func shape(
        _ shape: Scene.Shape,
        in parent: Rectangle,
        fitting own: Point? = nil,
        at place: SceneError.Place
    ) throws(SceneError) -> Shape {
        switch shape {
        case .rectangle(let frame, let corners):
            let rectangle = try rectangle(frame, in: parent, fitting: own, at: place)
            return .rectangle(rectangle, try self.corners(corners, of: rectangle, at: place))
        case .ellipse(let frame):
            return .ellipse(try rectangle(frame, in: parent, fitting: own, at: place))
        case .polygon(let positions):
            guard SceneLimits.points.contains(positions.count) else {
                throw SceneError(.pointCount, at: place)
            }
            let polygon = Shape.polygon(
                positions.map { position in
                    Point(
                        x: parent.x + position.x.pixels(scale: scale, of: parent.width),
                        y: parent.y + position.y.pixels(scale: scale, of: parent.height)
                    )
                }
            )
            try check(polygon.bounds, at: place)
            return polygon
        }
    }

    /// Converts a frame to pixels of the image, and refuses an empty one.
    private func rectangle(
        _ frame: Scene.Frame,
        in parent: Rectangle,
        fitting own: Point?,
        at place: SceneError.Place
    ) throws(SceneError) -> Rectangle {
        let across = side(frame.x, frame.width, frame.horizontal, of: parent.width, own?.x)
        let down = side(frame.y, frame.height, frame.vertical, of: parent.height, own?.y)
        guard let across, let down else { throw SceneError(.fitWithoutImage, at: place) }
        let rectangle = Rectangle(
            x: parent.x + across.start,
            y: parent.y + down.start,
            width: across.length,
            height: down.length
        )
        try check(rectangle, at: place)
        return rectangle
    }

    /// Refuses a rectangle that is empty, or whose edges are farther away than any layer needs.
    private func check(_ rectangle: Rectangle, at place: SceneError.Place) throws(SceneError) {
        guard rectangle.width > 0, rectangle.height > 0 else {
            throw SceneError(.emptyFrame, at: place)
        }
        let edges = [
            rectangle.x, rectangle.y, rectangle.x + rectangle.width,
            rectangle.y + rectangle.height,
        ]
        guard edges.allSatisfy(SceneLimits.edges.contains) else {
            throw SceneError(.farEdge, at: place)
        }
    }

    /// Places a frame along one axis; nil if it is to fit an image and there is none.
    private func side(
        _ position: Length,
        _ length: Length,
        _ placement: Scene.Frame.Placement,
        of parent: Double,
        _ own: Double?
    ) -> (start: Double, length: Double)? {
        let distance = position.pixels(scale: scale, of: parent)
        if let end = placement.end {
            return (distance, parent - distance - end.pixels(scale: scale, of: parent))
        }
        guard let length = placement.fits ? own : length.pixels(scale: scale, of: parent) else {
            return nil
        }
        return switch placement.anchor {
        case .start: (distance, length)
        case .center: (distance - length / 2, length)
        case .end: (parent - distance - length, length)
        }
    }

    private func corners(
        _ corners: Scene.Corners,
        of rectangle: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Corners {
        let lengths = [
            corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft,
        ]
        let side = min(rectangle.width, rectangle.height)
        let radii = lengths.map { $0.pixels(scale: scale, of: side) }
        guard radii.allSatisfy({ $0 >= 0 }) else { throw SceneError(.negativeRadius, at: place) }
        // The curve of square corners has no effect, so equal plans must not differ in it.
        guard radii.contains(where: { $0 > 0 }) else { return .square }
        return Corners(
            curve: corners.curve,
            topLeft: radii[0],
            topRight: radii[1],
            bottomRight: radii[2],
            bottomLeft: radii[3]
        )
    }
}
