// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A parsed CSS gradient that becomes a ``Gradient`` once the size of its area is known.
///
/// Reference: CSS Images Module Level 4, sections 3.1 to 3.5.
package struct CSSGradient: Hashable, Sendable {
    /// A color of the gradient, or a hint: the position of the color midway between its neighbors.
    struct Item: Hashable {
        /// The color, in the color space that it was written in; nil for a hint.
        let color: CSSColor?
        /// The position along the gradient; nil for an even distance from the neighbors.
        let position: CSSMeasure?
    }

    let shape: Shape
    let items: [Item]

    /// Whether the colors repeat beyond the first and the last one.
    let repeats: Bool

    /// The color space and the direction of hues in which colors are mixed; a nil space means
    /// encoded sRGB.
    let space: CSSColorSpace?
    let hues: CSSColor.HueInterpolation

    /// Parses a CSS gradient function.
    ///
    /// - Parameter text: `linear-gradient()`, `radial-gradient()` or `conic-gradient()` as in CSS, or
    ///   one of them with `repeating-` before it.
    /// - Throws: The error and its position.
    package init(_ text: String) throws(FilterListError) {
        guard text.utf8.count <= FilterList.lengthLimit else {
            throw .tooLong(limit: FilterList.lengthLimit)
        }
        var parser = FilterListParser(text)
        self = try parser.gradient()
    }

    init(
        shape: Shape,
        items: [Item],
        repeats: Bool,
        space: CSSColorSpace?,
        hues: CSSColor.HueInterpolation
    ) {
        self.shape = shape
        self.items = items
        self.repeats = repeats
        self.space = space
        self.hues = hues
    }

    /// Whether a text begins with the name of a gradient function and a parenthesis.
    package static func isNamed(in text: String) -> Bool {
        FilterListParser(text).next.function?.hasSuffix("-gradient") == true
    }

    /// Whether any length is in points (`pt`), so that it depends on the pixels per point.
    package var hasPoints: Bool {
        shape.hasPoints || items.contains { $0.position?.hasPoints == true }
    }

    /// Converts all lengths to pixels of an area.
    ///
    /// - Parameters:
    ///   - size: The extent that it fills.
    ///   - scale: The pixels of one `pt`.
    /// - Returns: The gradient in pixels.
    package func resolved(on size: PixelSize, scale: Double) -> Gradient {
        guard let (line, length) = shape.line(on: size, scale: scale) else {
            // As in Chromium; CSS says so only for positions in percent.
            return Gradient(items.last?.color?.straight ?? StraightColor(white: 0, alpha: 0))
        }
        let stops = stops(along: length, scale: scale)
        return Gradient(
            line: line,
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
                },
            repeats: repeats
        )
    }

    /// Whether colors can be mixed as encoded sRGB values without conversion, because all lie in
    /// its gamut.
    private var isMixedAsEncoded: Bool {
        space == nil
            && items.allSatisfy { item in
                guard let color = item.color else { return true }
                return color.isInStandardGamut && !color.components.contains(nil)
                    && color.alpha != nil
            }
    }

    /// The color stops in pixels or degrees; those without a position lie evenly between their
    /// neighbors.
    private func stops(along length: Double, scale: Double) -> [GradientStop<CSSColor>] {
        var offsets = items.map { $0.position?.value(of: length, scale: scale) }
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
            // A hint at the position of one of the two colors makes a hard edge there.
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
