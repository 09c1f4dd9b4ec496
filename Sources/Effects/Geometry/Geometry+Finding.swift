// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Geometry {
    /// The results of analyzing an image's pixels: the borders to trim, and the point of
    /// attention.
    package struct Finding: Hashable, Sendable {
        /// The bounds of the image without its borders of one color; nil if there are no such
        /// borders.
        package var content: PixelRect?

        /// The point that attracts most attention, in pixels of the upright image.
        package var focus: Point?

        /// Creates a result in which nothing was found.
        package init() {}
    }

    /// The point of an image that must stay visible when the image is cropped.
    package enum Focus: Hashable, Sendable {
        /// A point of the upright image, stated in pixels, points or percent.
        case point(Scene.Position)
        /// A point of the upright image that an analysis found, in pixels.
        case found(Point)
        /// The point that attracts most attention, still to be found by an analysis of the pixels.
        case attention
    }

    /// Whether the geometry depends on the image pixels, and not on its size alone.
    package var needsAnalysis: Bool { trim != nil || focus == .attention }

    /// Replaces the properties that depend on the image's pixels by the results of an analysis.
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

    /// The cropped area of an upright image, and a rectangle with the size of the part of it that
    /// is visible in the box.
    ///
    /// - Parameters:
    ///   - upright: The image extent, upright.
    ///   - traits: The screen traits.
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
        // The visible fraction of the frame is taken as the visible fraction of the image.
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

    /// The point that must stay visible, in pixels of the cropped and turned image; nil if there
    /// is none.
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
