// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A `linear-gradient()` of CSS, without the extent that it fills.
///
/// Reference: CSS Images Module Level 4, sections 3.1 and 3.5.
package struct LinearGradient: Hashable, Sendable {
    /// The direction of the line.
    enum Direction: Hashable {
        /// An angle in degrees, clockwise from upwards.
        case angle(Double)
        /// A side or a corner: −1 for left or top, 1 for right or bottom, 0 for neither.
        case side(x: Double, y: Double)
    }

    /// The unit of a position.
    enum Unit: Hashable {
        case pixels, percent
    }

    /// A color, or a hint where half of the way between two colors lies.
    struct Item: Hashable {
        /// The color, in the space that it was written in; nil for a hint.
        let color: CSSColor?
        /// The position along the line; nil for one between its neighbors.
        let position: (value: Double, unit: Unit)?

        static func == (left: Item, right: Item) -> Bool {
            left.color == right.color && left.position?.value == right.position?.value
                && left.position?.unit == right.position?.unit
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(color)
            hasher.combine(position?.value)
            hasher.combine(position?.unit)
        }
    }

    let direction: Direction
    let items: [Item]

    /// The space in which colors are mixed, and the way between hues; nil for encoded sRGB.
    let space: CSSColorSpace?
    let hues: CSSColor.HueInterpolation

    /// The text of a gradient with lengths in points, which depend on the scale.
    let textInPoints: String?

    /// Parses a gradient.
    ///
    /// - Parameter text: `linear-gradient()` as in CSS.
    /// - Throws: The error and its position.
    package init(_ text: String) throws(FilterListError) {
        guard text.utf8.count <= FilterList.lengthLimit else {
            throw .tooLong(limit: FilterList.lengthLimit)
        }
        var parser = FilterListParser(text)
        self = try parser.gradient(text)
    }

    init(
        direction: Direction,
        items: [Item],
        space: CSSColorSpace?,
        hues: CSSColor.HueInterpolation,
        inPoints text: String?
    ) {
        self.direction = direction
        self.items = items
        self.space = space
        self.hues = hues
        textInPoints = text
    }

    /// Whether a text begins like a gradient, whether or not it is a valid one.
    package static func isNamed(in text: String) -> Bool {
        FilterListParser(text).next.function?.hasSuffix("-gradient") == true
    }

    /// Whether the gradient has lengths in points (`pt`).
    package var hasPoints: Bool { textInPoints != nil }

    /// The gradient on an extent.
    ///
    /// - Parameters:
    ///   - size: The extent that it fills.
    ///   - scale: The pixels of one `pt`.
    /// - Returns: The gradient in pixels.
    package func resolved(on size: PixelSize, scale: Double) -> Gradient {
        if let textInPoints {
            var parser = FilterListParser(textInPoints, scale: scale)
            if let scaled = try? parser.gradient(textInPoints) {
                return scaled.resolved(on: size)
            }
        }
        return resolved(on: size)
    }

    private func resolved(on size: PixelSize) -> Gradient {
        let (w, h) = (Double(size.width), Double(size.height))
        let way = way(w, h)
        let length = abs(w * way.x) + abs(h * way.y)
        let stops = stops(along: length)
        return Gradient(
            start: length / 2 - way.x * w / 2 - way.y * h / 2,
            step: way,
            stops: isMixedAsEncoded
                ? stops.map {
                    Gradient.Stop(
                        offset: $0.offset,
                        color: $0.color.straight,
                        exponent: $0.exponent
                    )
                }
                : Gradient.divided(stops) { first, second, weight in
                    CSSColor.mix(
                        first,
                        second,
                        weight: weight,
                        in: space ?? .srgb,
                        hues: hues
                    ).straight
                }
        )
    }

    /// Whether colors are mixed as they are encoded in sRGB, of which none is outside of it.
    private var isMixedAsEncoded: Bool {
        space == nil
            && items.allSatisfy { item in
                guard let color = item.color else { return true }
                return color.isInStandardGamut && !color.components.contains(nil)
                    && color.alpha != nil
            }
    }

    /// The direction as a vector of length 1.
    ///
    /// Towards a corner, the colors of the two neighboring corners are those of the middle.
    private func way(_ w: Double, _ h: Double) -> Point {
        switch direction {
        case .side(let x, let y):
            let length = x == 0 || y == 0 ? 1 : hypot(w, h)
            return x == 0 || y == 0
                ? Point(x: x, y: y) : Point(x: x * h / length, y: y * w / length)
        case .angle(let degrees):
            // The quarters, whose sines are not exact in binary numbers.
            switch degrees.truncatingRemainder(dividingBy: 360) {
            case 0: return Point(x: 0, y: -1)
            case 90, -270: return Point(x: 1, y: 0)
            case 180, -180: return Point(x: 0, y: 1)
            case 270, -90: return Point(x: -1, y: 0)
            // Foreign: Double
            default:
                let angle = degrees * .pi / 180
                return Point(x: sin(angle), y: -cos(angle))
            }
        }
    }

    /// The stops with their positions in pixels; missing ones lie evenly between their neighbors.
    private func stops(along length: Double) -> [GradientStop<CSSColor>] {
        var offsets = items.map { item -> Double? in
            item.position.map { $0.unit == .percent ? $0.value / 100 * length : $0.value }
        }
        offsets[0] = offsets[0] ?? 0
        offsets[items.count - 1] = offsets[items.count - 1] ?? length
        var last = -Double.infinity
        for index in offsets.indices {
            guard let offset = offsets[index] else { continue }
            last = max(last, offset)
            offsets[index] = last
        }
        var known = 0
        for index in offsets.indices.dropFirst() {
            guard let end = offsets[index], let start = offsets[known] else { continue }
            for between in (known + 1)..<max(index, known + 1) {
                let share = Double(between - known) / Double(index - known)
                offsets[between] = start + (end - start) * share
            }
            known = index
        }
        return stops(at: offsets.map { $0 ?? 0 })
    }

    private func stops(at offsets: [Double]) -> [GradientStop<CSSColor>] {
        items.indices.flatMap { index -> [GradientStop<CSSColor>] in
            guard let color = items[index].color else { return [] }
            guard index + 2 < items.count, items[index + 1].color == nil,
                let end = items[index + 2].color
            else { return [GradientStop(offset: offsets[index], color: color)] }
            let room = offsets[index + 2] - offsets[index]
            let share = room > 0 ? (offsets[index + 1] - offsets[index]) / room : 0.5
            // A hint at an end makes a jump there.
            if share <= 0 {
                return [color, end].map { GradientStop(offset: offsets[index], color: $0) }
            }
            if share >= 1 {
                return [
                    GradientStop(offset: offsets[index], color: color),
                    GradientStop(offset: offsets[index + 2], color: color),
                ]
            }
            let exponent = log(0.5) / log(share)
            return [GradientStop(offset: offsets[index], color: color, exponent: exponent)]
        }
    }
}
