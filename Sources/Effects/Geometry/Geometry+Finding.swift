// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Geometry {
    /// The answers that only the pixels of a picture can give.
    package struct Finding: Hashable, Sendable {
        /// The bounds of what lies inside of a rim of one color; nil if there is none.
        package var content: PixelRect?

        /// The place that draws the most attention, in pixels of the upright picture.
        package var focus: Point?

        /// Creates a finding of nothing.
        package init() {}
    }

    /// The point of a picture that is to show.
    package enum Focus: Hashable, Sendable {
        /// A point of the upright picture.
        case point(Scene.Position)
        /// A point of the upright picture, in pixels.
        case found(Point)
        /// The place that draws the most attention, which is to be found.
        case attention
    }

    /// Whether only the pixels of a picture can tell its geometry.
    package var needsAnalysis: Bool { trim != nil || focus == .attention }

    /// The same geometry with the answers to its open questions.
    ///
    /// - Parameter finding: The answers; where there is none, the rim stays and the middle shows.
    /// - Returns: A geometry without open questions.
    package func settled(on finding: Finding) -> Geometry {
        var settled = self
        settled.trim = nil
        settled.content = finding.content ?? content
        if focus == .attention { settled.focus = finding.focus.map(Focus.found) }
        return settled
    }

    /// The part of an upright picture that the box is filled from, and as much of it as can show.
    ///
    /// - Parameters:
    ///   - upright: The extent of the picture, upright.
    ///   - traits: The traits of the screen.
    /// - Returns: The rectangle of the part, and one of the extent that shows, wherever it lies.
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
