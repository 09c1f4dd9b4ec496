// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A color at a distance along the line of a gradient.
package struct GradientStop<Color: Hashable & Sendable>: Hashable, Sendable {
    /// The distance from the start of the line, in pixels.
    package let offset: Double

    /// The color.
    package let color: Color

    /// The exponent of the interpolation to the next stop; 1 for a linear one.
    package let exponent: Double

    /// Creates a stop.
    package init(offset: Double, color: Color, exponent: Double = 1) {
        self.offset = offset
        self.color = color
        self.exponent = exponent
    }
}

/// Colors along a line across a rectangle, in pixels.
///
/// Between two stops, premultiplied color is interpolated as it is encoded.
package struct Gradient: Hashable, Sendable {
    /// A color at a distance along the line.
    package typealias Stop = GradientStop<StraightColor>

    /// The distance along the line at the corner of the first pixel.
    package let start: Double

    /// The distance along the line from a pixel to the next one at its right, and to that below.
    package let step: Point

    /// The stops, at least one, in ascending order.
    package let stops: [Stop]

    /// Creates a gradient.
    package init(start: Double, step: Point, stops: [Stop]) {
        precondition(!stops.isEmpty, "a gradient without colors")
        self.start = start
        self.step = step
        self.stops = stops
    }

    /// Whether no color is transparent.
    package var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }

    /// Whether all colors are grays.
    package var isGray: Bool {
        stops.allSatisfy { $0.color.red == $0.color.green && $0.color.green == $0.color.blue }
    }

    /// The color at a distance along the line.
    package func color(at distance: Double) -> StraightColor {
        guard let next = stops.firstIndex(where: { $0.offset > distance }) else {
            return stops[stops.count - 1].color
        }
        if next == 0 { return stops[0].color }
        let (first, second) = (stops[next - 1], stops[next])
        let share = (distance - first.offset) / (second.offset - first.offset)
        return first.color.mixed(
            with: second.color,
            weight: first.exponent == 1 ? share : pow(share, first.exponent)
        )
    }

    /// The number of parts into which the way between two stops is divided in another color space.
    private static let partCount = 256

    /// The same gradient with other colors, between which more stops follow those of the first.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Gradient {
        divided { first, second, weight in convert(first.mixed(with: second, weight: weight)) }
    }

    /// The same gradient with stops between its stops.
    ///
    /// - Parameter color: The color between two others, by the weight of the second.
    /// - Returns: The gradient, whose colors are the same at the new stops.
    func divided(
        _ color: (_ first: StraightColor, _ second: StraightColor, _ weight: Double) ->
            StraightColor
    ) -> Gradient {
        Gradient(start: start, step: step, stops: Self.divided(stops, color))
    }

    /// Stops between stops whose colors may be of another space.
    ///
    /// - Parameters:
    ///   - stops: The stops, at least one.
    ///   - color: The color between two others, by the weight of the second.
    /// - Returns: The stops.
    static func divided<Color>(
        _ stops: [GradientStop<Color>],
        _ color: (_ first: Color, _ second: Color, _ weight: Double) -> StraightColor
    ) -> [Stop] {
        var divided: [Stop] = []
        for (first, second) in zip(stops, stops.dropFirst()) {
            let start = color(first.color, second.color, 0)
            // The longer way between equal hues leads around.
            let isFlat =
                first.color == second.color && start == color(first.color, second.color, 0.5)
            let count = first.offset == second.offset || isFlat ? 1 : partCount
            divided += (0..<count).map { part in
                let share = Double(part) / Double(count)
                let weight = first.exponent == 1 ? share : pow(share, first.exponent)
                return Stop(
                    offset: first.offset + (second.offset - first.offset) * share,
                    color: color(first.color, second.color, weight)
                )
            }
        }
        let last = stops[stops.count - 1]
        divided.append(Stop(offset: last.offset, color: color(last.color, last.color, 0)))
        return divided
    }

    /// The canonical description.
    var value: PlanValue {
        .record(
            "gradient",
            [
                .init("start", .number(start)),
                .init("step", .list([.number(step.x), .number(step.y)])),
                .init(
                    "stops",
                    .list(
                        stops.map { stop in
                            .record(
                                "stop",
                                [
                                    .init("offset", .number(stop.offset)),
                                    .init("color", stop.color.planValue),
                                    .init("exponent", .number(stop.exponent)),
                                ]
                            )
                        }
                    )
                ),
            ]
        )
    }
}

extension StraightColor {
    /// The mean of two colors, each of which counts by its alpha.
    fileprivate func mixed(with other: StraightColor, weight: Double) -> StraightColor {
        let (own, far) = (alpha * (1 - weight), other.alpha * weight)
        let sum = own + far
        guard sum > 0 else { return StraightColor(white: 0, alpha: 0) }
        func mean(_ a: Double, _ b: Double) -> Double { (a * own + b * far) / sum }
        return StraightColor(
            red: mean(red, other.red),
            green: mean(green, other.green),
            blue: mean(blue, other.blue),
            alpha: sum
        )
    }
}
