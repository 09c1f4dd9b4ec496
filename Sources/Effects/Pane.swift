// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A pane of glass on an image: a filtered backdrop with images, texts and shapes on it, which
/// is blended into the image.
///
/// All positions are in pixels of the image.
package struct Pane: Hashable, Sendable {
    /// The rectangle of pixels that the pane captures as its backdrop.
    ///
    /// Filters see no other pixels, so edge modes apply at its borders. It is inside of the image
    /// and not empty.
    package let bounds: PixelRect

    /// The area that the pane covers: its shapes and its mask.
    package let coverage: PaneCoverage

    /// The filters on the backdrop, in order.
    ///
    /// None of their edge modes may enlarge the image.
    package let filters: [Filter]

    /// The images, texts and shapes drawn on the pane, in drawing order.
    package let contents: [Content]

    /// The pane opacity with all that is drawn on it, in `0...1`.
    package let alpha: Double

    /// The blend mode that combines the pane with the image.
    package let blend: BlendMode

    /// Creates a pane; filters that change nothing are left out.
    package init(
        bounds: PixelRect,
        coverage: PaneCoverage,
        filters: [Filter],
        contents: [Content] = [],
        alpha: Double = 1,
        blend: BlendMode = .normal
    ) {
        self.bounds = bounds
        self.coverage = coverage
        self.filters = filters.filter { !$0.isIdentity }
        self.contents = contents
        self.alpha = alpha
        self.blend = blend
    }

    /// Whether the pane never changes an image.
    package var isIdentity: Bool {
        alpha == 0 || (filters.isEmpty && contents.isEmpty && !blend.isUnbounded)
    }

    /// The initial color of the pane's layer; nil if the layer starts as a copy of the backdrop.
    ///
    /// A blend mode other than `normal` combines with the backdrop what the pane adds to it. So
    /// unless filters change the backdrop, the layer is transparent but for tints.
    package var layerColor: StraightColor? {
        guard blend != .normal else { return nil }
        var layer = StraightColor(white: 0, alpha: 0)
        for filter in filters {
            guard case .tint(let color) = filter else { return nil }
            layer = color.over(layer)
        }
        return layer
    }

    /// The identifiers of all images that the pane uses: masks and drawn images.
    package var resources: [ResourceID] {
        (coverage.mask.map { [$0.mask.picture] } ?? [])
            + filters.flatMap(\.resources) + contents.flatMap(\.resources)
    }

    /// All properties of the pane as a canonical value, for cache keys.
    package var value: PlanValue {
        .record(
            "pane",
            [
                .init("bounds", bounds.planValue),
                .init("coverage", coverage.value),
                .init("filters", .list(filters.map(\.value))),
                .init("contents", .list(contents.map(\.value))),
                .init("alpha", .number(alpha)),
                .init("blend", .text(blend.rawValue)),
            ]
        )
    }
}

/// The coverage of a pane at each pixel, in `0...1`, antialiased at its edges.
package struct PaneCoverage: Hashable, Sendable {
    /// A mask image and the rectangle that it is stretched to.
    package struct PlacedMask: Hashable, Sendable {
        /// The mask image and its channel.
        package var mask: Mask
        /// The rectangle that the mask is stretched to, in pixels.
        package var frame: Rectangle

        /// Creates a mask that is stretched to a rectangle.
        package init(_ mask: Mask, frame: Rectangle) {
            self.mask = mask
            self.frame = frame
        }
    }

    /// The shapes whose union is covered.
    package let shapes: [Shape]

    /// Whether the pane covers the area outside of the shapes instead of the inside.
    package let isInverted: Bool

    /// The mask that the coverage is multiplied by; outside of its rectangle, nothing is covered.
    package let mask: PlacedMask?

    /// The areas of the layers on which the pane lies; outside of them, nothing is covered.
    package let clips: [Clip]

    /// Creates the coverage of a pane from shapes, a mask and clips.
    package init(
        shapes: [Shape],
        isInverted: Bool = false,
        mask: PlacedMask? = nil,
        clips: [Clip] = []
    ) {
        self.shapes = shapes
        self.isInverted = isInverted
        self.mask = mask
        self.clips = clips
    }

    /// The shapes and the mask as a canonical value, for cache keys.
    var value: PlanValue {
        var fields: [PlanValue.Field] = [
            .init("shapes", .list(shapes.map(\.planValue))),
            .init("inverted", .flag(isInverted)),
        ]
        if let mask {
            fields.append(.init("mask", mask.mask.value))
            fields.append(.init("frame", mask.frame.planValue))
        }
        if !clips.isEmpty { fields.append(.init("clips", .list(clips.map(\.value)))) }
        return .record("coverage", fields)
    }
}

extension StraightColor {
    /// Composites this color source-over on another; neither is premultiplied.
    func over(_ other: StraightColor) -> StraightColor {
        let beneath = other.alpha * (1 - alpha)
        let sum = alpha + beneath
        guard sum > 0 else { return other }
        func mix(_ channel: Double, _ other: Double) -> Double {
            (channel * alpha + other * beneath) / sum
        }
        return StraightColor(
            red: mix(red, other.red),
            green: mix(green, other.green),
            blue: mix(blue, other.blue),
            alpha: sum
        )
    }
}
