// SPDX-License-Identifier: Apache-2.0

/// A smooth curve through five points, which neither rises nor falls where the points do not.
///
/// Points count in the order of x; the last of several with the same x counts. Before the first and
/// after the last point, the curve is level.
///
/// Reference: F. N. Fritsch, J. Butland, "A Method for Constructing Local Monotone Piecewise Cubic
/// Interpolants", SIAM J. Sci. Stat. Comput. 5(2), 1984, with the end slopes of PCHIP.
struct MonotoneCurve: Sendable {
    private let x: [Double]
    private let y: [Double]
    private let slopes: [Double]

    init(_ points: [(x: Double, y: Double)]) {
        // Points that are nearer than a sample can tell would give slopes without end.
        let latest = Dictionary(points.map { (($0.x * 1e6).rounded() / 1e6, $0.y) }) { $1 }
        let sorted = latest.sorted { $0.key < $1.key }
        x = sorted.map(\.key)
        y = sorted.map(\.value)
        slopes = Self.slopes(x, y)
    }

    private static func slopes(_ x: [Double], _ y: [Double]) -> [Double] {
        guard x.count > 1 else { return [0] }
        let steps = zip(x.dropFirst(), x).map { $0 - $1 }
        let secants = zip(zip(y.dropFirst(), y).map { $0 - $1 }, steps).map { $0 / $1 }
        guard x.count > 2 else { return [secants[0], secants[0]] }
        let inner = (1..<x.count - 1).map { index in
            let (before, after) = (secants[index - 1], secants[index])
            if before * after <= 0 { return 0.0 }
            let (w1, w2) = (
                2 * steps[index] + steps[index - 1], steps[index] + 2 * steps[index - 1]
            )
            return (w1 + w2) / (w1 / before + w2 / after)
        }
        let last = steps.count - 1
        return [end(steps[0], steps[1], secants[0], secants[1])] + inner
            + [end(steps[last], steps[last - 1], secants[last], secants[last - 1])]
    }

    /// Returns the slope at an end, from the two nearest steps and secants, the nearest first.
    private static func end(_ h0: Double, _ h1: Double, _ d0: Double, _ d1: Double) -> Double {
        let slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
        if slope * d0 <= 0 { return 0 }
        return d0 * d1 < 0 && slope.magnitude > 3 * d0.magnitude ? 3 * d0 : slope
    }

    /// Returns the value of the curve.
    func value(at position: Double) -> Double {
        guard let index = x.lastIndex(where: { $0 <= position }) else { return y[0] }
        guard index + 1 < x.count else { return y[index] }
        let step = x[index + 1] - x[index]
        let t = (position - x[index]) / step
        let (rise, u) = (t * t * (3 - 2 * t), 1 - t)
        return y[index] * (1 - rise) + y[index + 1] * rise
            + step * t * u * (slopes[index] * u - slopes[index + 1] * t)
    }
}

extension FilterFunction {
    static let toneCurve = FilterFunction(
        "tone-curve",
        .numbers("points", 0...1, count: 10, "x and y of five points"),
        sentence: "Remaps each color channel by a smooth curve through five points.",
        standard: .coreImage,
        category: .color,
        identity: "tone-curve(0 0 .25 .25 .5 .5 .75 .75 1 1)",
        aliases: ["tonecurve", "curves"]
    ) { numbers in
        let points = stride(from: 0, to: 10, by: 2).map { (x: numbers[$0], y: numbers[$0 + 1]) }
        let curve = MonotoneCurve(points)
        let isIdentity =
            points.allSatisfy { $0.x == $0.y } && curve.value(at: 0) == 0
            && curve.value(at: 1) == 1
        let value = PlanValue.list(numbers.map { .number($0) })
        return .grade(
            ColorGrade(
                .record("tone-curve", [.init("points", value)]),
                isIdentity: isIdentity,
                curve: curve.value
            )
        )
    }
}
