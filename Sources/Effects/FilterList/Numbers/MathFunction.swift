// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A math function of CSS, such as `calc()` or `round()`.
///
/// Reference: CSS Values and Units Module Level 4, section 10; for `progress()`, Level 5.
struct MathFunction: Sendable {
    /// The name in lower case.
    let name: String

    /// The accepted numbers of arguments.
    let counts: ClosedRange<Int>

    /// The keywords that may come first, followed by a comma, such as `up` in `round()`.
    var words: [String] = []

    /// Whether the first or the last argument may be `none`, as in `clamp()`, for no limit.
    var isOpen = false

    /// Computes the result; `nil` if the arguments' dimensions cannot be combined.
    ///
    /// The word is empty if there was none; an open argument is infinite.
    let compute: @Sendable (_ word: String, _ arguments: [CSSNumber]) -> CSSNumber?

    /// Finds the math function with a name in lower case.
    static func named(_ name: String) -> MathFunction? { rows[name] }

    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    /// All supported math functions.
    private static let table: [MathFunction] = [
        .init(name: "calc", counts: 1...1) { $1[0] },
        .init(name: "-webkit-calc", counts: 1...1) { $1[0] },
        .alike("min", 1...Int.max) { $0.reduce(.infinity) { leastOrNaN($0, $1) } },
        .alike("max", 1...Int.max) { -$0.reduce(.infinity) { leastOrNaN($0, -$1) } },
        .init(name: "clamp", counts: 3...3, isOpen: true) { _, arguments in
            same(arguments) { -leastOrNaN(-$0[0], -leastOrNaN($0[1], $0[2])) }
        },
        .init(
            name: "round",
            counts: 1...2,
            words: ["nearest", "up", "down", "to-zero"],
            compute: rounded
        ),
        .alike("mod", 2...2) { modulo($0[0], $0[1]) },
        .alike("rem", 2...2) { $0[0].truncatingRemainder(dividingBy: $0[1]) },
        .alike("abs", 1...1) { $0[0].magnitude },
        .alike("hypot", 1...Int.max) { $0.reduce(0) { hypot($0, $1) } },
        .init(name: "sign", counts: 1...1) {
            plain($1[0].value == 0 ? 0 : $1[0].value < 0 ? -1 : 1)
        },
        .ofAngle("sin", exact: [0, 1, 0, -1], sin),
        .ofAngle("cos", exact: [1, 0, -1, 0], cos),
        .ofAngle("tan", exact: [0, .infinity, 0, -.infinity], tan),
        .toAngle("asin", asin),
        .toAngle("acos", acos),
        .toAngle("atan", atan),
        .init(name: "atan2", counts: 2...2) { _, arguments in
            same(arguments) { degrees(atan2($0[0], $0[1])) }
                .map { CSSNumber(value: $0.value, dimension: .angle) }
        },
        .ofNumbers("pow", 2...2) { pow($0[0], $0[1]) },
        .ofNumbers("sqrt", 1...1) { $0[0].squareRoot() },
        .ofNumbers("log", 1...2) { $0.count == 1 ? log($0[0]) : log($0[0]) / log($0[1]) },
        .ofNumbers("exp", 1...1) { exp($0[0]) },
        .init(name: "progress", counts: 3...3) { _, arguments in
            same(arguments) {
                $0[1] == $0[2] ? 0 : min(max(($0[0] - $0[1]) / ($0[2] - $0[1]), 0), 1)
            }
            .map { plain($0.value) }
        },
    ]

    // MARK: Kinds of functions

    /// Declares a function whose arguments and result have the same dimension, such as `min()`.
    private static func alike(
        _ name: String,
        _ counts: ClosedRange<Int>,
        _ compute: @escaping @Sendable ([Double]) -> Double
    ) -> MathFunction {
        MathFunction(name: name, counts: counts) { same($1, compute) }
    }

    /// Declares a function whose arguments and result are plain numbers, such as `sqrt()`.
    private static func ofNumbers(
        _ name: String,
        _ counts: ClosedRange<Int>,
        _ compute: @escaping @Sendable ([Double]) -> Double
    ) -> MathFunction {
        MathFunction(name: name, counts: counts) { _, arguments in
            arguments[0].dimension == .number ? same(arguments, compute) : nil
        }
    }

    /// Declares a function of an angle or a number of radians, such as `sin()`, with exact results
    /// at multiples of 90°.
    private static func ofAngle(
        _ name: String,
        exact: [Double],
        _ compute: @escaping @Sendable (Double) -> Double
    ) -> MathFunction {
        MathFunction(name: name, counts: 1...1) { _, arguments in
            let value = arguments[0].value
            if arguments[0].dimension == .number { return plain(compute(value)) }
            guard arguments[0].dimension == .angle else { return nil }
            let quarters = value.remainder(dividingBy: 360) / 90
            if quarters == quarters.rounded() { return plain(exact[(Int(quarters) + 4) % 4]) }
            return plain(compute(value * .pi / 180))
        }
    }

    /// Declares a function of a number whose result is an angle, such as `asin()`.
    private static func toAngle(
        _ name: String,
        _ compute: @escaping @Sendable (Double) -> Double
    ) -> MathFunction {
        MathFunction(name: name, counts: 1...1) { _, arguments in
            guard arguments[0].dimension == .number else { return nil }
            return CSSNumber(value: degrees(compute(arguments[0].value)), dimension: .angle)
        }
    }

    // MARK: Arithmetic

    private static func plain(_ value: Double) -> CSSNumber {
        CSSNumber(value: value, dimension: .number)
    }

    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

    private static func same(
        _ arguments: [CSSNumber],
        _ compute: ([Double]) -> Double
    ) -> CSSNumber? {
        let dimension = arguments[0].dimension
        guard arguments.allSatisfy({ $0.dimension == dimension }) else { return nil }
        return CSSNumber(value: compute(arguments.map(\.value)), dimension: dimension)
    }

    private static func leastOrNaN(_ a: Double, _ b: Double) -> Double {
        a.isNaN || b.isNaN ? .nan : min(a, b)
    }

    /// The remainder of a division, with the sign of the divisor, as in CSS `mod()`.
    private static func modulo(_ value: Double, _ divisor: Double) -> Double {
        let remainder = value.truncatingRemainder(dividingBy: divisor)
        if remainder == 0 || (remainder < 0) == (divisor < 0) { return remainder }
        return divisor.isInfinite ? .nan : remainder + divisor
    }

    private static func rounded(_ word: String, _ arguments: [CSSNumber]) -> CSSNumber? {
        if arguments.count == 1 {
            guard arguments[0].dimension == .number else { return nil }
            return rounded(word, arguments + [plain(1)])
        }
        return same(arguments) { values in
            let (value, step) = (values[0], values[1].magnitude)
            if step == 0 || value.isInfinite { return step.isFinite && step > 0 ? value : .nan }
            let rule: FloatingPointRoundingRule =
                switch word {
                case "up": .up
                case "down": .down
                case "to-zero": .towardZero
                default: .down
                }
            if step.isInfinite {
                return word == "up" && value > 0
                    ? .infinity : word == "down" && value < 0 ? -.infinity : 0
            }
            let nearest = word.isEmpty || word == "nearest"
            // Halves are rounded up, as in CSS, not away from zero.
            return (value / step + (nearest ? 0.5 : 0)).rounded(rule) * step
        }
    }
}
