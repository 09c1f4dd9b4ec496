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

    mutating func apply(_ filter: Filter) {
        switch filter {
        case .blur, .boxBlur, .variableBlur, .motionBlur, .zoomBlur, .pixelate, .averageColor,
            .magnify:
            break
        case .color(let function): apply(function.matrix)
        case .luminanceCurve(let curve):
            let luminance = 0.2125 * red + 0.7154 * green + 0.0721 * blue
            mix(FlatColor(white: curve.value(at: min(max(luminance, 0), 1))), curve.amount)
        case .channelCurve(let curve):
            let values = channels.map(curve.value)
            self = FlatColor(values[0], values[1], values[2])
        case .tint(let color): mix(FlatColor(color.red, color.green, color.blue), color.alpha)
        case .captured(let capture): apply(capture.filters)
        case .dropShadow, .vignette: preconditionFailure("no part of a material")
        }
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
