// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Ink {
    /// Computes the color that this ink gives over a backdrop color, where the drawn image, text
    /// or shape is opaque.
    ///
    /// - Parameters:
    ///   - backdrop: The color beneath the content: opaque, straight and encoded.
    ///   - own: The content's own color at the place, for ``own(_:)``.
    /// - Returns: An opaque color.
    package func color(over backdrop: StraightColor, own: StraightColor? = nil) -> StraightColor {
        switch self {
        case .own(let alpha):
            let own = own ?? backdrop
            return backdrop.mixed(with: own, own.alpha * alpha)
        case .color(let color):
            return backdrop.mixed(with: color, color.alpha)
        case .gradient(let gradient, _, let alpha):
            let first = gradient.color(x: 0, y: 0)
            return backdrop.mixed(with: first, first.alpha * alpha)
        case .vibrant(let matrix, let alpha):
            return backdrop.mixed(with: matrix.applied(to: backdrop), alpha)
        case .dodged(let dodge, let plus):
            let dodged = backdrop.map(dodge) { b, s in b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
            }
            let lighter = backdrop.mixed(with: dodged, dodge.alpha)
            return lighter.map(plus) { b, s in min(1, b + s * plus.alpha) }
        case .burned(let burn, let minus):
            let burned = backdrop.map(burn) { b, s in
                b == 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
            }
            let darker = backdrop.mixed(with: burned, burn.alpha)
            return darker.map(minus) { b, s in max(0, b - (1 - s) * minus.alpha) }
        }
    }
}

extension StraightColor {
    /// Interpolates linearly between this color and another; both are opaque.
    fileprivate func mixed(with other: StraightColor, _ amount: Double) -> StraightColor {
        map(other) { own, other in own + (other - own) * amount }
    }

    /// Combines each channel of two colors by a function; the result is opaque.
    fileprivate func map(
        _ other: StraightColor,
        _ function: (Double, Double) -> Double
    ) -> StraightColor {
        StraightColor(
            red: function(red, other.red),
            green: function(green, other.green),
            blue: function(blue, other.blue)
        )
    }
}

extension ColorMatrix {
    /// Applies the matrix to an opaque color, and clips the result to `0...1`.
    fileprivate func applied(to color: StraightColor) -> StraightColor {
        func channel(_ row: Row) -> Double {
            let sum =
                row.red * color.red + row.green * color.green + row.blue * color.blue
                + row.alpha + row.bias
            return min(max(sum, 0), 1)
        }
        return StraightColor(red: channel(red), green: channel(green), blue: channel(blue))
    }
}
