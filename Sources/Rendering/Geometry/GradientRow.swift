// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc
import Kernels
import Raster

/// A gradient whose colors between stops are prepared, to write rows of pixels.
///
/// A pixel takes an offset and one multiplication per channel, and a division if colors are
/// translucent. Searching the stops anew and mixing two colors takes four times as long.
struct GradientRow {
    /// The premultiplied colors between two stops: `base + slope × offset`.
    private struct Part {
        let start, end: Double
        let base, slope: SIMD4<Double>
    }

    private let gradient: Gradient
    private let parts: [Part]
    private let first, last: SIMD4<Double>

    /// Whether colors change evenly between stops; if not, each is computed by the gradient.
    private let isEven: Bool

    /// The offsets of the first and of the last stop.
    private let start, end: Double
    private let repeats: Bool

    /// The part that the last pixel was in, and its index.
    private var index = 0
    private var current: Part

    /// Prepares a gradient.
    init(_ gradient: Gradient) {
        self.gradient = gradient
        let stops = gradient.stops
        let colors = stops.map { stop in
            let color = stop.color
            return SIMD4(color.red, color.green, color.blue, 1) * color.alpha
        }
        start = stops[0].offset
        end = stops[stops.count - 1].offset
        repeats = gradient.repeats
        first = colors[0]
        last = colors[colors.count - 1]
        isEven = stops.allSatisfy { $0.exponent == 1 }
        parts = stops.indices.dropLast().compactMap { index in
            let (start, end) = (stops[index].offset, stops[index + 1].offset)
            guard start < end else { return nil }
            let slope = (colors[index + 1] - colors[index]) / (end - start)
            let base = colors[index] - slope * start
            // A gap so small that the slope overflows is a hard edge.
            guard (0..<4).allSatisfy({ slope[$0].isFinite && base[$0].isFinite }) else {
                return Part(start: start, end: end, base: colors[index + 1], slope: SIMD4())
            }
            return Part(start: start, end: end, base: base, slope: slope)
        }
        current = parts.first ?? Part(start: 0, end: 0, base: first, slope: SIMD4())
    }

    /// Writes one row of the gradient into a row of a band.
    ///
    /// - Parameters:
    ///   - y: The row.
    ///   - columns: The columns to write.
    ///   - offset: The distance of the first column and the first row from the gradient's corner.
    ///   - band: The band, with all channels that the colors need.
    ///   - row: The row of the band.
    mutating func write(
        _ y: Int,
        columns: Range<Int>,
        offset: Point = Point(x: 0, y: 0),
        into band: inout Band<Straight>,
        row: Int
    ) {
        let (layout, planeStride) = (band.layout, band.planeStride)
        let alphaStart = (layout.channelCount - 1) * planeStride
        let top = Double(y) + 0.5 + offset.y
        let line = gradient.line
        var planes = band.mutablePlanes(ofRow: row)
        // A row along which the offset does not change has one color.
        let single: SIMD4<Double>? =
            if case .straight(_, let step) = line, step.x == 0 {
                color(at: line.offset(x: 0, y: top))
            } else {
                nil
            }
        for x in columns {
            let color = single ?? color(at: line.offset(x: Double(x) + 0.5 + offset.x, y: top))
            planes[x] = Self.sample(color[0])
            if layout.isColor {
                planes[planeStride + x] = Self.sample(color[1])
                planes[2 * planeStride + x] = Self.sample(color[2])
            }
            if layout.hasAlpha { planes[alphaStart + x] = Self.sample(color[3]) }
        }
    }

    @inline(__always)
    private static func sample(_ value: Double) -> UInt16 {
        // What is no number counts as 0.
        UInt16((value > 0 ? min(value, 1) : 0) * 65_535 + 0.5)
    }

    /// The straight color at an offset.
    @inline(__always)
    private mutating func color(at place: Double) -> SIMD4<Double> {
        guard isEven else {
            let color = gradient.color(at: place)
            return SIMD4(color.red, color.green, color.blue, color.alpha)
        }
        let color = premultiplied(at: place)
        let alpha = color[3]
        if alpha >= 1 { return color }
        var straight = alpha > 0 ? color / alpha : SIMD4()
        straight[3] = alpha
        return straight
    }

    @inline(__always)
    private mutating func premultiplied(at place: Double) -> SIMD4<Double> {
        // Without a part, all colors lie at one offset.
        if parts.isEmpty { return !repeats && place < start ? first : last }
        var distance = place
        if repeats { distance -= (end - start) * ((place - start) / (end - start)).rounded(.down) }
        if distance >= end { return last }
        if distance < start { return first }
        if distance < current.start || distance >= current.end {
            while distance < parts[index].start { index -= 1 }
            while distance >= parts[index].end { index += 1 }
            current = parts[index]
        }
        return current.base + current.slope * distance
    }
}

extension Gradient.Line {
    /// The offset at a point; compiled with the loop that needs it.
    @inline(__always)
    fileprivate func offset(x: Double, y: Double) -> Double {
        switch self {
        case .straight(let start, let step): return start + y * step.y + x * step.x
        case .radial(let center, let stretch): return hypot(x - center.x, (y - center.y) * stretch)
        case .conic(let center, let start):
            let angle = atan2(x - center.x, center.y - y) * 180 / .pi - start
            let rest = angle.truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest
        }
    }
}
