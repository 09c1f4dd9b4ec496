// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    /// Parses the whole text as `linear-gradient()`.
    ///
    /// Reference: CSS Images Module Level 4, section 3.1.
    mutating func gradient(_ text: String) throws(FilterListError) -> LinearGradient {
        skipSpace()
        guard next.function == "linear-gradient" else {
            throw unexpected(next, "linear-gradient() or a color")
        }
        consume(next)
        let (direction, interpolation) = try prelude()
        var items: [LinearGradient.Item] = []
        var isLegacy = true
        repeat { items += try item(&isLegacy) } while skip(.delimiter(","))
        try close("',' or ')'")
        // A hint lies between two colors.
        let hints = items.indices.filter { items[$0].color == nil }
        let isValid = hints.allSatisfy { index in
            index > 0 && index + 1 < items.count && items[index - 1].color != nil
                && items[index + 1].color != nil
        }
        guard isValid, items.count - hints.count > 0 else { throw unexpected(next, "a color") }
        skipSpace()
        guard next.kind == .end else { throw unexpected(next, "nothing behind the gradient") }
        let space = interpolation?.0 ?? (isLegacy ? .srgb : .oklab)
        return LinearGradient(
            direction: direction ?? .side(x: 0, y: 1),
            items: items,
            space: space == .srgb ? nil : space,
            hues: interpolation?.1 ?? .shorter,
            inPoints: hasPoints ? text : nil
        )
    }

    /// Consumes the direction and the space in any order, and the comma behind them.
    private mutating func prelude() throws(FilterListError) -> (
        LinearGradient.Direction?, (CSSColorSpace, CSSColor.HueInterpolation)?
    ) {
        var direction: LinearGradient.Direction?
        var interpolation: (CSSColorSpace, CSSColor.HueInterpolation)?
        while true {
            skipSpace()
            if interpolation == nil, next.identifier == "in" {
                consume(next)
                interpolation = try self.interpolation()
            } else if direction == nil, next.identifier == "to" {
                consume(next)
                direction = try side()
            } else if direction == nil, let angle = try angle() {
                direction = .angle(angle)
            } else if direction == nil, interpolation == nil {
                return (nil, nil)
            } else {
                guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
                return (direction, interpolation)
            }
        }
    }

    /// Consumes an angle in degrees; nil if the next token is none.
    private mutating func angle() throws(FilterListError) -> Double? {
        let start = position
        guard let (number, _) = try numeric() else { return nil }
        guard number.dimension == .angle || number.isZero else {
            position = start
            return nil
        }
        return number.value.isFinite ? number.value : 0
    }

    /// Consumes one or two sides behind `to`.
    private mutating func side() throws(FilterListError) -> LinearGradient.Direction {
        var (x, y) = (0.0, 0.0)
        while true {
            skipSpace()
            let token = next
            switch token.identifier {
            case "left" where x == 0: x = -1
            case "right" where x == 0: x = 1
            case "top" where y == 0: y = -1
            case "bottom" where y == 0: y = 1
            // Not a side that is still open
            default:
                guard x != 0 || y != 0 else {
                    throw unexpected(token, "left, right, top or bottom")
                }
                return .side(x: x, y: y)
            }
            consume(token)
        }
    }

    /// Consumes a color with up to two positions, or a hint.
    private mutating func item(_ isLegacy: inout Bool) throws(FilterListError)
        -> [LinearGradient.Item]
    {
        skipSpace()
        var positions: [(value: Double, unit: LinearGradient.Unit)] = []
        if let first = try stopPosition() { positions.append(first) }
        skipSpace()
        if !positions.isEmpty, next.kind == .delimiter(",") {
            return [LinearGradient.Item(color: nil, position: positions[0])]
        }
        if let name = next.function, !Self.legacyFunctions.contains(name) { isLegacy = false }
        let color = try cssColor(expected: "a color")
        while positions.count < 2, let position = try stopPosition() { positions.append(position) }
        skipSpace()
        if positions.isEmpty { return [LinearGradient.Item(color: color, position: nil)] }
        return positions.map { LinearGradient.Item(color: color, position: $0) }
    }

    /// Consumes a length or a percentage; nil if the next token is none.
    private mutating func stopPosition() throws(FilterListError)
        -> (value: Double, unit: LinearGradient.Unit)?
    {
        skipSpace()
        guard let (number, token) = try numeric() else { return nil }
        // The numbers of a picture are finite, and none is nearly as large.
        let value = min(max(number.value, -1e6), 1e6)
        if number.dimension == .percentage { return (value, .percent) }
        guard number.dimension == .length || number.isZero else {
            throw .unexpected(place(token.range), expected: "a length or a percentage")
        }
        return (value, .pixels)
    }

    /// The functions whose colors are mixed as they are encoded.
    private static let legacyFunctions: Set<String> = ["rgb", "rgba", "hsl", "hsla", "hwb"]
}
