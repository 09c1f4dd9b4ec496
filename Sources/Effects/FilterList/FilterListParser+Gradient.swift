// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    /// Parses the whole text as a CSS gradient function.
    ///
    /// Reference: CSS Images Module Level 4, sections 3.1 to 3.5.
    mutating func gradient() throws(FilterListError) -> CSSGradient {
        skipSpace()
        let names: [String: GradientKind] = [
            "linear-gradient": .linear, "radial-gradient": .radial, "conic-gradient": .conic,
        ]
        let name = next.function ?? ""
        let repeats = name.hasPrefix("repeating-")
        guard let kind = names[repeats ? String(name.dropFirst(10)) : name] else {
            throw unexpected(next, "linear-, radial- or conic-gradient(), or a color")
        }
        consume(next)
        let (shape, interpolation) = try prelude(kind)
        var items: [CSSGradient.Item] = []
        let positions: CSSNumber.Dimension = kind == .conic ? .angle : .length
        repeat { items += try item(positions) } while skip(.delimiter(","))
        try close("',' or ')'")
        // Each hint must lie between two colors.
        let hints = items.indices.filter { items[$0].color == nil }
        let isValid = hints.allSatisfy { index in
            index > 0 && index + 1 < items.count && items[index - 1].color != nil
                && items[index + 1].color != nil
        }
        guard isValid, items.count - hints.count > 0 else { throw unexpected(next, "a color") }
        skipSpace()
        guard next.kind == .end else { throw unexpected(next, "nothing after the gradient") }
        let isLegacy = items.allSatisfy { $0.color?.isLegacy ?? true }
        let space = interpolation?.0 ?? (isLegacy ? .srgb : .oklab)
        return CSSGradient(
            shape: shape ?? kind.shape,
            items: items,
            repeats: repeats,
            space: space == .srgb ? nil : space,
            hues: interpolation?.1 ?? .shorter
        )
    }

    /// Consumes the optional shape and color space of a gradient, in any order, and the comma after
    /// them.
    private mutating func prelude(_ kind: GradientKind) throws(FilterListError) -> (
        CSSGradient.Shape?, (CSSColorSpace, CSSColor.HueInterpolation)?
    ) {
        var shape: CSSGradient.Shape?
        var interpolation: (CSSColorSpace, CSSColor.HueInterpolation)?
        while true {
            skipSpace()
            if interpolation == nil, next.identifier == "in" {
                consume(next)
                interpolation = try self.interpolation()
            } else if shape == nil, let found = try self.shape(kind) {
                shape = found
            } else if shape == nil, interpolation == nil {
                return (nil, nil)
            } else {
                guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
                return (shape, interpolation)
            }
        }
    }

    /// Consumes the angle, the sides, or the size and center of a gradient; nil if there are none.
    private mutating func shape(
        _ kind: GradientKind
    ) throws(FilterListError) -> CSSGradient.Shape? {
        switch kind {
        case .linear:
            guard next.identifier == "to" else { return try angle().map { .angle($0) } }
            consume(next)
            return try side()
        case .radial:
            let ending = try self.ending()
            let center = try self.center()
            if ending == nil, center == nil { return nil }
            return .radial(ending ?? .farthestCorner, at: center ?? .center)
        case .conic:
            var start: Double?
            if next.identifier == "from" {
                consume(next)
                skipSpace()
                start = try angle()
                if start == nil { throw unexpected(next, "an angle") }
            }
            let center = try self.center()
            if start == nil, center == nil { return nil }
            return .conic(from: start ?? 0, at: center ?? .center)
        }
    }

    /// Consumes `at` and a position; nil if the next token is not `at`.
    private mutating func center() throws(FilterListError) -> PicturePosition? {
        skipSpace()
        guard next.identifier == "at" else { return nil }
        consume(next)
        return try picturePosition()
    }

    /// Consumes the shape and size of a radial gradient, such as `circle 20px`; nil if there are
    /// none.
    private mutating func ending() throws(FilterListError) -> CSSGradient.Ending? {
        let start = next
        var isCircle: Bool?
        var extent: (isCorner: Bool, isFarthest: Bool)?
        var radii: [CSSMeasure] = []
        while true {
            skipSpace()
            let token = next
            if isCircle == nil, let word = token.identifier, let shape = Self.shapes[word] {
                consume(token)
                isCircle = shape
            } else if extent == nil, radii.isEmpty, let word = token.identifier,
                let found = Self.extents[word]
            {
                consume(token)
                extent = found
            } else if extent == nil, radii.isEmpty, let radius = try self.radius() {
                radii.append(radius)
                if let second = try self.radius() { radii.append(second) }
            } else {
                break
            }
        }
        if isCircle == nil, extent == nil, radii.isEmpty { return nil }
        if radii.isEmpty {
            return .through(
                isCircle: isCircle ?? false,
                isCorner: extent?.isCorner ?? true,
                isFarthest: extent?.isFarthest ?? true
            )
        }
        let isCircular = isCircle ?? (radii.count == 1)
        if isCircular, radii.count == 1, !radii[0].isRelative { return .circle(radius: radii[0]) }
        if !isCircular, radii.count == 2 { return .ellipse(radii[0], radii[1]) }
        throw .unexpected(
            place(start.range.lowerBound..<position),
            expected: "a circle with a length, or an ellipse with two lengths or percentages"
        )
    }

    /// Consumes the radius of a radial gradient; nil if the next token is no length.
    private mutating func radius() throws(FilterListError) -> CSSMeasure? {
        skipSpace()
        let start = next
        guard let radius = try measure(.length) else { return nil }
        guard !radius.isNegative else { throw unexpected(start, "a length of at least 0") }
        return radius
    }

    private static let shapes = ["circle": true, "ellipse": false]

    private static let extents: [String: (isCorner: Bool, isFarthest: Bool)] = [
        "closest-side": (false, false), "closest-corner": (true, false),
        "farthest-side": (false, true), "farthest-corner": (true, true),
    ]

    /// Consumes an angle and returns degrees; nil if the next token is no angle.
    private mutating func angle() throws(FilterListError) -> Double? {
        let start = position
        guard let (number, _) = try numeric() else { return nil }
        guard number.dimension == .angle || number.isZero else {
            position = start
            return nil
        }
        return number.value.isFinite ? number.value : 0
    }

    /// Consumes one or two sides after `to`, such as `top left`.
    private mutating func side() throws(FilterListError) -> CSSGradient.Shape {
        var (x, y) = (0.0, 0.0)
        while true {
            skipSpace()
            let token = next
            switch token.identifier {
            case "left" where x == 0: x = -1
            case "right" where x == 0: x = 1
            case "top" where y == 0: y = -1
            case "bottom" where y == 0: y = 1
            // Not a side, or one on an axis that is given already
            default:
                guard x != 0 || y != 0 else {
                    throw unexpected(token, "left, right, top or bottom")
                }
                return .side(x: x, y: y)
            }
            consume(token)
        }
    }

    /// Consumes a color with up to two positions, or a hint: the position midway between two
    /// colors.
    private mutating func item(
        _ dimension: CSSNumber.Dimension
    ) throws(FilterListError) -> [CSSGradient.Item] {
        skipSpace()
        var positions: [CSSMeasure] = []
        if let first = try measure(dimension) { positions.append(first) }
        skipSpace()
        if !positions.isEmpty, next.kind == .delimiter(",") {
            return [CSSGradient.Item(color: nil, position: positions[0])]
        }
        let color = try cssColor(expected: "a color")
        skipSpace()
        while positions.count < 2, let position = try measure(dimension) {
            positions.append(position)
            skipSpace()
        }
        if positions.isEmpty { return [CSSGradient.Item(color: color, position: nil)] }
        return positions.map { CSSGradient.Item(color: color, position: $0) }
    }
}

/// A kind of gradient: linear, radial or conic.
private enum GradientKind {
    case linear, radial, conic

    /// The default shape of the gradient, where the text states none.
    var shape: CSSGradient.Shape {
        switch self {
        case .linear: .side(x: 0, y: 1)
        case .radial: .radial(.farthestCorner, at: .center)
        case .conic: .conic(from: 0, at: .center)
        }
    }
}

extension CSSGradient.Ending {
    fileprivate static var farthestCorner: Self {
        .through(isCircle: false, isCorner: true, isFarthest: true)
    }
}
