// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An image, a text, an area, or a group of them, with the ink that colors it.
package struct Content: Hashable, Sendable {
    /// The image, text or area that is drawn.
    package indirect enum Form: Hashable, Sendable {
        /// An image, fitted into a frame.
        case picture(PictureForm)
        /// A text, with its font and layout.
        case text(TextForm)
        /// An area that is filled.
        case shape(Shape)
        /// The area between a shape and another one inside of it, such as a border.
        case ring(Shape, hole: Shape)
        /// The blurred area of a shape; the opposite of it for a shadow inside of the shape.
        case shadow(Shape, sigma: Double, isInside: Bool)
        /// Contents that are drawn apart, on a transparent layer.
        case group([Content])
    }

    /// The image, text or area that is drawn.
    package let form: Form

    /// The colors in which the image, text or area is drawn; those of a group are its own.
    package private(set) var ink: Ink

    /// The areas to which it is clipped, in addition to the pane.
    package private(set) var clips: [Clip]

    /// The mask that its coverage is multiplied by.
    package let mask: PaneCoverage.PlacedMask?

    /// The blend mode that combines it with what lies beneath.
    package let blend: BlendMode

    /// Creates a content from an image, text or area and its ink.
    package init(
        _ form: Form,
        ink: Ink,
        clips: [Clip] = [],
        mask: PaneCoverage.PlacedMask? = nil,
        blend: BlendMode = .normal
    ) {
        self.form = form
        self.ink = ink
        self.clips = clips
        self.mask = mask
        self.blend = blend
    }

    /// Returns the same content with further clips; those that cut off nothing are left out.
    func clipped(to further: [Clip]) -> Content {
        var content = self
        let extent = extent
        content.clips += further.filter { clip in !(extent.map(clip.contains) ?? false) }
        return content
    }

    /// The smallest rectangle around all that may be drawn, if it has the extent that it states: not
    /// a text, whose glyphs may reach beyond its frame.
    private var extent: Rectangle? {
        if blend.isUnbounded { return nil }
        switch form {
        case .text: return nil
        case .picture, .shape, .ring, .shadow, .group: return reach
        }
    }

    /// The smallest rectangle around all that may change, in pixels of the image.
    ///
    /// Some blend modes also change what lies beneath transparent pixels, up to the clips.
    package var reach: Rectangle {
        let bounds = clips.compactMap(\.bounds)
        guard blend.isUnbounded, let first = bounds.first else { return drawn }
        return bounds.dropFirst().reduce(first) { $0.intersection($1) }
    }

    /// The smallest rectangle around all that may be drawn.
    private var drawn: Rectangle {
        let drawn: Rectangle =
            switch form {
            case .picture(let form): form.frame
            case .text(let form):
                form.frame.outset(
                    by: max(form.size, form.lineHeight ?? 0) + 3 * (form.shadowSigma ?? 0)
                )
            case .shape(let shape), .ring(let shape, _): shape.bounds
            case .shadow(let shape, let sigma, _): shape.bounds.outset(by: 3 * sigma + 1)
            case .group(let contents):
                contents.dropFirst().reduce(contents[0].drawn) { $0.union($1.drawn) }
            }
        return clips.compactMap(\.bounds).reduce(drawn) { $0.intersection($1) }
    }

    /// The identifiers of all images that are drawn or used as masks.
    package var resources: [ResourceID] {
        let drawn: [ResourceID] =
            switch form {
            case .picture(let picture): [picture.picture]
            case .text, .shape, .ring, .shadow: []
            case .group(let contents): contents.flatMap(\.resources)
            }
        return drawn + (mask.map { [$0.mask.picture] } ?? [])
    }

    /// All texts that are drawn, in drawing order.
    package var texts: [TextForm] {
        switch form {
        case .text(let text): [text]
        case .picture, .shape, .ring, .shadow: []
        case .group(let contents): contents.flatMap(\.texts)
        }
    }

    /// The form, the ink and the clips as a canonical value, for cache keys.
    var value: PlanValue {
        var fields: [PlanValue.Field] = [.init("form", form.value), .init("ink", ink.value)]
        if !clips.isEmpty { fields.append(.init("clips", .list(clips.map(\.value)))) }
        if let mask {
            fields.append(.init("mask", mask.mask.value))
            fields.append(.init("frame", mask.frame.planValue))
        }
        if blend != .normal { fields.append(.init("blend", .text(blend.rawValue))) }
        return .record("content", fields)
    }

    /// Converts the colors of the content, for an image in another color space.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Content {
        let form: Form =
            switch form {
            case .group(let contents): .group(contents.map { $0.mappingColors(convert) })
            case .picture, .text, .shape, .ring, .shadow: form
            }
        return Content(
            form,
            ink: ink.mappingColors(convert),
            clips: clips,
            mask: mask,
            blend: blend
        )
    }
}

extension Content.Form {
    /// The form as a canonical value, for cache keys.
    fileprivate var value: PlanValue {
        switch self {
        case .picture(let picture): picture.value
        case .text(let text): text.value
        case .shape(let shape): shape.planValue
        case .ring(let shape, let hole):
            .record("ring", [.init("shape", shape.planValue), .init("hole", hole.planValue)])
        case .shadow(let shape, let sigma, let isInside):
            .record(
                "shadow",
                [
                    .init("shape", shape.planValue), .init("sigma", .number(sigma)),
                    .init("inside", .flag(isInside)),
                ]
            )
        case .group(let contents):
            .record("group", [.init("contents", .list(contents.map(\.value)))])
        }
    }
}

extension Rectangle {
    /// The part that two rectangles have in common; without extent if there is none.
    package func intersection(_ other: Rectangle) -> Rectangle {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Rectangle(
            x: left,
            y: top,
            width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top)
        )
    }
}
