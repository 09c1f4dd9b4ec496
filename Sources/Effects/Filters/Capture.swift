// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A filter that reduces the image by averaging, filters the reduced copy, and enlarges it again
/// without interpolation.
package struct Capture: Hashable, Sendable {
    /// The side of the squares that are averaged into one pixel, in pixels; 4 for a backdrop scale
    /// of .25.
    package let side: Int

    /// The filters on the reduced copy; each treats every pixel separately.
    package let filters: [Filter]

    /// Creates filters on a reduced copy of the image.
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

    /// The side and the filters as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record(
            "capture",
            [
                .init("side", .number(Double(side))),
                .init("filters", .list(filters.map(\.value))),
            ]
        )
    }

    /// Converts the colors of the filters, for an image in another color space.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        .captured(Capture(side: side, filters: filters.map { $0.mappingColors(convert) }))
    }

    /// Divides the side by the factor that the image is reduced by; at a side of 1, only the
    /// filters remain.
    package func reduced(by side: Int) -> FilterReduction {
        let rest = max(1, self.side / side)
        if rest == 1 { return .replaced(filters) }
        return .replaced([.captured(Capture(side: rest, filters: filters))])
    }
}
