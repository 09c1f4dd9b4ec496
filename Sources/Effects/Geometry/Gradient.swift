// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A color stop of a gradient: a color at an offset.
package struct GradientStop<Color: Hashable & Sendable>: Hashable, Sendable {
    /// The offset along the gradient, in pixels; for a conic gradient, in degrees.
    package let offset: Double

    /// The color at the offset.
    package let color: Color

    /// The exponent of the weight with which the next stop is mixed in; 1 for linear interpolation.
    package let exponent: Double

    /// Creates a color stop.
    package init(offset: Double, color: Color, exponent: Double = 1) {
        self.offset = offset
        self.color = color
        self.exponent = exponent
    }
}

/// A linear, radial or conic gradient, in pixels of the area that it fills.
///
/// Between two stops, premultiplied color is interpolated as it is encoded.
package struct Gradient: Hashable, Sendable {
    /// A color stop in sRGB or in the color space of the image.
    package typealias Stop = GradientStop<StraightColor>

    /// The rule that assigns an offset along the gradient to each point.
    package enum Line: Hashable, Sendable {
        /// A linear gradient: the offset at the top left corner, and its change per pixel to the
        /// right and downwards.
        case straight(start: Double, step: Point)
        /// A radial gradient: the offset is the distance from a point, with vertical distances
        /// multiplied by `stretch`.
        case radial(center: Point, stretch: Double)
        /// A conic gradient: the offset is the angle around a point in degrees, clockwise from
        /// `from`, which is 0 upwards.
        case conic(center: Point, from: Double)
    }

    /// The rule that assigns an offset to each point.
    package let line: Line

    /// The color stops, at least one, in ascending order of offsets.
    package let stops: [Stop]

    /// Whether the colors repeat beyond the first and the last stop.
    package let repeats: Bool

    /// Creates a gradient from its geometry and at least one color stop.
    package init(line: Line, stops: [Stop], repeats: Bool = false) {
        precondition(!stops.isEmpty, "a gradient without colors")
        self.line = line
        self.stops = stops
        self.repeats = repeats
    }

    /// Creates a gradient that is one color everywhere.
    package init(_ color: StraightColor) {
        self.init(
            line: .straight(start: 0, step: Point(x: 0, y: 0)),
            stops: [Stop(offset: 0, color: color)]
        )
    }

    /// Whether all colors are opaque.
    package var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }

    /// Whether all colors are gray.
    package var isGray: Bool {
        stops.allSatisfy { $0.color.red == $0.color.green && $0.color.green == $0.color.blue }
    }

    /// The color at a point, in pixels from the top left corner.
    package func color(x: Double, y: Double) -> StraightColor {
        color(at: distance(x: x, y: y))
    }

    private func distance(x: Double, y: Double) -> Double {
        switch line {
        case .straight(let start, let step): return start + y * step.y + x * step.x
        case .radial(let center, let stretch): return hypot(x - center.x, (y - center.y) * stretch)
        case .conic(let center, let start):
            let angle = atan2(x - center.x, center.y - y) * 180 / .pi - start
            let rest = angle.truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest
        }
    }

    /// The color at an offset.
    package func color(at place: Double) -> StraightColor {
        let (first, last) = (stops[0], stops[stops.count - 1])
        var distance = place
        if repeats {
            let length = last.offset - first.offset
            guard length > 0 else { return last.color }
            distance -= length * ((place - first.offset) / length).rounded(.down)
        }
        if distance >= last.offset { return last.color }
        if distance < first.offset { return first.color }
        // Finds the first stop beyond the distance.
        var (low, high) = (0, stops.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].offset > distance { high = middle } else { low = middle + 1 }
        }
        let (start, end) = (stops[low - 1], stops[low])
        let share = (distance - start.offset) / (end.offset - start.offset)
        return start.color.mixed(
            with: end.color,
            weight: start.exponent == 1 ? share : pow(share, start.exponent)
        )
    }

    /// The greatest number of linear parts that replace an interpolation between two stops in another color
    /// space.
    private static let partLimit = 256

    /// The number of stops above which a gradient gets no more of them.
    static let stopLimit = 16_384

    /// Converts the colors, and adds stops so that the colors between them are converted as well.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Gradient {
        divided { first, second, weight in convert(first.mixed(with: second, weight: weight)) }
    }

    /// Adds stops between the gradient's own, with colors that a function interpolates.
    ///
    /// - Parameter color: The color between two others, by the weight of the second.
    /// - Returns: The gradient, whose colors are the same at the new stops.
    func divided(
        _ color: (_ first: StraightColor, _ second: StraightColor, _ weight: Double) ->
            StraightColor
    ) -> Gradient {
        Gradient(line: line, stops: Self.divided(stops, color), repeats: repeats)
    }

    /// Adds stops between the given ones, with colors that a function interpolates, such as in
    /// another color space.
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
        let limit = max(1, min(partLimit, stopLimit / stops.count))
        for (first, second) in zip(stops, stops.dropFirst()) {
            let start = color(first.color, second.color, 0)
            // Between equal hues, the direction `longer` goes once around the color wheel.
            let isFlat =
                first.color == second.color && start == color(first.color, second.color, 0.5)
            let count = first.offset == second.offset || isFlat ? 1 : limit
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

    /// The geometry and the stops as a canonical value, for cache keys.
    var value: PlanValue {
        var fields = line.fields
        if repeats { fields.append(.init("repeats", .flag(true))) }
        let stops = stops.map { stop in
            PlanValue.record(
                "stop",
                [
                    .init("offset", .number(stop.offset)),
                    .init("color", stop.color.planValue),
                    .init("exponent", .number(stop.exponent)),
                ]
            )
        }
        return .record("gradient", fields + [.init("stops", .list(stops))])
    }
}

extension Gradient.Line {
    /// The geometry's parameters as named canonical values, for cache keys.
    fileprivate var fields: [PlanValue.Field] {
        switch self {
        case .straight(let start, let step):
            [.init("start", .number(start)), .init("step", step.pair)]
        case .radial(let center, let stretch):
            [.init("center", center.pair), .init("stretch", .number(stretch))]
        case .conic(let center, let start):
            [.init("center", center.pair), .init("from", .number(start))]
        }
    }
}

extension Point {
    fileprivate var pair: PlanValue { .list([.number(x), .number(y)]) }
}

extension StraightColor {
    /// Interpolates two colors in premultiplied form; the operands and the result are not
    /// premultiplied.
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
