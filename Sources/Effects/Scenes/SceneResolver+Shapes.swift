// SPDX-License-Identifier: Apache-2.0

import Raster

extension SceneResolver {
    /// Converts a shape to pixels of the image, and checks its rules.
    ///
    /// - Parameters:
    ///   - shape: The shape of a pane or of a content.
    ///   - parent: The rectangle that percentages refer to.
    ///   - place: The place for errors.
    /// - Returns: The shape in pixels.
    /// - Throws: The rule that the shape breaks.
    func shape(
        _ shape: Scene.Shape,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Shape {
        switch shape {
        case .rectangle(let frame, let corners):
            let rectangle = try rectangle(frame, in: parent, at: place)
            return .rectangle(rectangle, try self.corners(corners, of: rectangle, at: place))
        case .ellipse(let frame):
            return .ellipse(try rectangle(frame, in: parent, at: place))
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
            guard polygon.bounds.width > 0, polygon.bounds.height > 0 else {
                throw SceneError(.emptyFrame, at: place)
            }
            return polygon
        }
    }

    /// Converts a frame to pixels of the image, and refuses an empty one.
    func rectangle(
        _ frame: Scene.Frame,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Rectangle {
        let rectangle = Rectangle(
            x: parent.x + frame.x.pixels(scale: scale, of: parent.width),
            y: parent.y + frame.y.pixels(scale: scale, of: parent.height),
            width: frame.width.pixels(scale: scale, of: parent.width),
            height: frame.height.pixels(scale: scale, of: parent.height)
        )
        guard rectangle.width > 0, rectangle.height > 0 else {
            throw SceneError(.emptyFrame, at: place)
        }
        return rectangle
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
