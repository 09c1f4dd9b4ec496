// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A pane of glass on a picture: it filters the backdrop, draws contents on it, and blends the
/// result into the picture where it covers it.
///
/// All positions are in pixels of the picture.
package struct Pane: Hashable, Sendable {
    /// The rectangle of whole pixels that the pane captures as its backdrop.
    ///
    /// Filters see no other pixels, so edge modes apply at its borders. It is inside of the picture
    /// and not empty.
    package let bounds: PixelRect

    /// The shapes and the mask of the pane.
    package let coverage: PaneCoverage

    /// The filters for the backdrop, in order.
    ///
    /// None of their edge modes may enlarge the picture.
    package let filters: [Filter]

    /// The contents, in drawing order.
    package let contents: [Content]

    /// The opacity of the pane and its contents, in `0...1`.
    package let alpha: Double

    /// The blend mode that combines the pane with the picture.
    package let blend: BlendMode

    /// Creates a pane.
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

    /// Whether the pane never changes a picture.
    package var isIdentity: Bool {
        alpha == 0 || (filters.isEmpty && contents.isEmpty)
    }

    /// The color with which the layer of the pane begins; nil if it begins as a copy of the
    /// backdrop.
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

    /// The pictures that the pane uses.
    package var resources: [ResourceID] {
        (coverage.mask.map { [$0.mask.picture] } ?? [])
            + filters.flatMap(\.resources) + contents.compactMap(\.resource)
    }

    /// The canonical description.
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
    /// A mask and its position.
    package struct PlacedMask: Hashable, Sendable {
        /// The mask.
        package var mask: Mask
        /// The rectangle that the mask is stretched to.
        package var frame: Rectangle

        /// Creates a placed mask.
        package init(_ mask: Mask, frame: Rectangle) {
            self.mask = mask
            self.frame = frame
        }
    }

    /// The covered area: the union of these shapes.
    package let shapes: [Shape]

    /// Whether the pane covers the area outside of the shapes instead.
    package let isInverted: Bool

    /// The mask that the coverage is multiplied by; zero outside of its frame.
    package let mask: PlacedMask?

    /// Creates a coverage.
    package init(shapes: [Shape], isInverted: Bool = false, mask: PlacedMask? = nil) {
        self.shapes = shapes
        self.isInverted = isInverted
        self.mask = mask
    }

    /// The canonical description.
    var value: PlanValue {
        var fields: [PlanValue.Field] = [
            .init("shapes", .list(shapes.map(\.planValue))),
            .init("inverted", .flag(isInverted)),
        ]
        if let mask {
            fields.append(.init("mask", mask.mask.value))
            fields.append(.init("frame", mask.frame.planValue))
        }
        return .record("coverage", fields)
    }
}

extension StraightColor {
    /// The color that results when this one lies on another.
    fileprivate func over(_ other: StraightColor) -> StraightColor {
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
