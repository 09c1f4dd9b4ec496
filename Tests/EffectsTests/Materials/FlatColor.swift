// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A picture of one color, to which steps are applied as their formulas say: blurs do nothing.
struct FlatColor {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(white: Double) { self.init(white, white, white) }

    var channels: [Double] { [red, green, blue] }

    mutating func apply(_ filters: [Filter]) {
        for filter in filters { apply(filter) }
    }

    /// Applies a filter that a material may have.
    mutating func apply(_ filter: Filter) {
        if case .tint(let color) = filter {
            mix(FlatColor(color.red, color.green, color.blue), color.alpha)
        } else if let matrix = filter.colorMatrix {
            apply(matrix)
        } else if case .luminanceCurve(let curve) = filter {
            let luminance = 0.2125 * red + 0.7154 * green + 0.0721 * blue
            mix(FlatColor(white: curve.value(at: min(max(luminance, 0), 1))), curve.amount)
        } else if case .channelCurve(let curve) = filter {
            let values = channels.map { curve.value(at: $0) }
            self = FlatColor(values[0], values[1], values[2])
        } else if case .captured(let capture) = filter {
            apply(capture.filters)
        } else {
            precondition(Self.isAverage(filter), "no part of a material: \(filter)")
        }
    }

    /// Whether a filter takes means of neighbors, which changes nothing of a flat color.
    private static func isAverage(_ filter: Filter) -> Bool {
        let details = filter.details
        return details is GaussianBlur || details is BoxBlur || details is AverageColor
            || details is Pixelation || details is Magnification
    }

    mutating func apply(_ matrix: ColorMatrix) {
        func sum(_ row: ColorMatrix.Row) -> Double {
            let sum = row.red * red + row.green * green + row.blue * blue + row.alpha + row.bias
            return min(max(sum, 0), 1)
        }
        self = FlatColor(sum(matrix.red), sum(matrix.green), sum(matrix.blue))
    }

    mutating func mix(_ other: FlatColor, _ amount: Double) {
        func mixed(_ channel: KeyPath<FlatColor, Double>) -> Double {
            self[keyPath: channel] * (1 - amount) + other[keyPath: channel] * amount
        }
        self = FlatColor(mixed(\.red), mixed(\.green), mixed(\.blue))
    }
}
