// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A pane of glass on a picture, decided: what lies beneath it is filtered, contents are drawn on
/// it, and what comes out is blended into the picture where the pane covers it.
///
/// All positions are in pixels of the picture.
public struct Pane: Hashable, Sendable {
    /// The whole pixels that are captured.
    ///
    /// What the filters see is these and nothing else, so edge modes apply at its borders. It lies
    /// inside the picture and is not empty.
    public let bounds: PixelRect

    /// Where the pane is.
    public let coverage: PaneCoverage

    /// What is done to what lies beneath, in order.
    ///
    /// No edge mode of a filter may let it grow.
    public let filters: [Filter]

    /// What is drawn on it, in order.
    public let contents: [Content]

    /// How much of the pane there is, contents included: 0 to 1.
    public let alpha: Double

    /// How the pane and what lies beneath make a color.
    public let blend: BlendMode

    /// Creates a pane.
    public init(
        bounds: PixelRect,
        coverage: PaneCoverage,
        filters: [Filter],
        contents: [Content] = [],
        alpha: Double = 1,
        blend: BlendMode = .normal
    ) {
        precondition(!bounds.isEmpty, "a pane without a pixel")
        self.bounds = bounds
        self.coverage = coverage
        self.filters = filters.filter { !$0.isIdentity }
        self.contents = contents
        self.alpha = alpha
        self.blend = blend
    }

    /// Whether the pane leaves every picture as it is.
    public var isIdentity: Bool {
        alpha == 0 || (filters.isEmpty && contents.isEmpty && blend == .normal)
    }

    /// The pictures that the pane needs.
    public var resources: [ResourceID] {
        (coverage.mask.map { [$0.mask.picture] } ?? [])
            + filters.flatMap(\.resources) + contents.compactMap(\.resource)
    }

    /// The canonical description.
    public var value: PlanValue {
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

/// How much of a pane there is at each pixel, from 0 to 1, smooth at its edges.
public struct PaneCoverage: Hashable, Sendable {
    /// A mask and where it lies.
    public struct PlacedMask: Hashable, Sendable {
        /// The mask.
        public var mask: Mask
        /// What it is stretched to.
        public var frame: Rectangle

        /// Creates a placed mask.
        public init(_ mask: Mask, frame: Rectangle) {
            self.mask = mask
            self.frame = frame
        }
    }

    /// What is covered: every place that lies in at least one of the shapes.
    public let shapes: [Shape]

    /// Whether it is the rest that is covered.
    public let isInverted: Bool

    /// What it is multiplied by; nothing beyond its frame.
    public let mask: PlacedMask?

    /// Creates a coverage.
    public init(shapes: [Shape], isInverted: Bool = false, mask: PlacedMask? = nil) {
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
