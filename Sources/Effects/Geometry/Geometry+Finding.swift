// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Geometry {
    /// The properties of a picture's pixels that a geometry may depend on.
    package struct Finding: Hashable, Sendable {
        /// The bounds of the picture without its rim of one color; nil if it has no such rim.
        package var content: PixelRect?

        /// The place that draws the most attention, in pixels of the upright picture.
        package var focus: Point?

        /// Creates an empty finding.
        package init() {}
    }

    /// The point of a picture that must stay visible when the picture is cropped.
    package enum Focus: Hashable, Sendable {
        /// A point of the upright picture.
        case point(Scene.Position)
        /// A point of the upright picture, in pixels.
        case found(Point)
        /// The place that draws the most attention, which an analysis of the pixels has to find.
        case attention
    }

    /// Whether the geometry depends on the pixels of the picture, and not on its size alone.
    package var needsAnalysis: Bool { trim != nil || focus == .attention }

    /// The same geometry with everything known that depends on the pixels of the picture.
    ///
    /// - Parameter finding: The properties of the pixels; without a rim nothing is trimmed, and without a focus the
    ///   middle stays visible.
    /// - Returns: A geometry that needs no analysis.
    package func settled(on finding: Finding) -> Geometry {
        var settled = self
        settled.trim = nil
        settled.content = finding.content ?? content
        if focus == .attention { settled.focus = finding.focus.map(Focus.found) }
        return settled
    }

    /// The part of an upright picture that the box is filled from, and the extent of the visible section of it.
    ///
    /// - Parameters:
    ///   - upright: The extent of the picture, upright.
    ///   - traits: The traits of the screen.
    /// - Returns: The rectangle of the part, and one with the extent of the visible section, whose position is open.
    /// - Throws: The rule that the part breaks.
    package func view(
        of upright: PixelSize,
        traits: Traits
    ) throws(GeometryError) -> (whole: Rectangle, part: Rectangle) {
        if followsClient { return try following(traits).view(of: upright, traits: traits) }
        let part = try croppedPart(of: upright, scale: traits.scale)
        let shown = turnedSize(of: part.size)
        let fitted = FittedPicture(shown, in: self, scale: traits.scale, focus: nil)
        // The part in the same proportion to the picture as to its frame.
        let turned = turn.size(of: part.size)
        let columns = Double(turned.width) / Double(shown.width)
        let rows = Double(turned.height) / Double(shown.height)
        let visible = Rectangle(
            x: fitted.part.x * columns,
            y: fitted.part.y * rows,
            width: fitted.part.width * columns,
            height: fitted.part.height * rows
        )
        return (
            Rectangle(
                x: Double(part.x),
                y: Double(part.y),
                width: Double(part.size.width),
                height: Double(part.size.height)
            ),
            turn.source(of: visible, in: turned)
        )
    }

    /// The focus in pixels of the turned part; nil without one.
    func focus(in part: PixelRect, of upright: PixelSize, scale: Double) -> Point? {
        let point: Point
        switch focus {
        case .point(let position):
            point = Point(
                x: position.x.pixels(scale: scale, of: Double(upright.width)),
                y: position.y.pixels(scale: scale, of: Double(upright.height))
            )
        case .found(let found): point = found
        case .attention, nil: return nil
        }
        let place = turn.place(
            of: Point(x: point.x - Double(part.x), y: point.y - Double(part.y)),
            in: part.size
        )
        return tilt?.place(of: place, on: turn.size(of: part.size)) ?? place
    }
}
