// SPDX-License-Identifier: Apache-2.0

package import Raster

/// Filters applied to a picture of averaged squares, each of which is then enlarged again.
package struct Capture: Hashable, Sendable {
    /// The side of a square, in pixels; 4 for a backdrop scale of .25.
    package let side: Int

    /// The filters; each treats every pixel separately.
    package let filters: [Filter]

    /// Creates a capture.
    ///
    /// - Parameters:
    ///   - side: At least 1.
    ///   - filters: ``Filter/color(_:)``, ``Filter/luminanceCurve(_:)``,
    ///     ``Filter/channelCurve(_:)``, ``Filter/tint(_:)`` and ``Filter/averageColor`` only.
    package init(side: Int, filters: [Filter]) {
        precondition(side >= 1, "a square without a pixel")
        self.side = side
        self.filters = filters.filter { !$0.isIdentity }
    }
}

extension Capture: FilterDescription {
    /// Whether the side is 1 and there are no filters.
    package var isIdentity: Bool { side == 1 && filters.isEmpty }

    /// The canonical description.
    package var planValue: PlanValue {
        .record(
            "capture",
            [
                .init("side", .number(Double(side))),
                .init("filters", .list(filters.map(\.value))),
            ]
        )
    }

    /// A capture whose filters have other colors.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        .captured(Capture(side: side, filters: filters.map { $0.mappingColors(convert) }))
    }

    /// A capture whose squares shrink with the picture, or its filters alone once a square is one
    /// pixel.
    package func reduced(by side: Int) -> FilterReduction {
        let rest = max(1, self.side / side)
        if rest == 1 { return .replaced(filters) }
        return .replaced([.captured(Capture(side: rest, filters: filters))])
    }
}
