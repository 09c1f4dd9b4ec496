// SPDX-License-Identifier: Apache-2.0

/// A 4 × 5 matrix over straight, encoded red, green, blue, alpha and one.
///
/// Channels span 0 to 1, and so does what the fifth column adds; results are clamped to 0 to 1.
///
/// Reference: W3C, Filter Effects Module Level 1, `feColorMatrix`.
public struct ColorMatrix: Hashable, Sendable {
    /// What red, green, blue, alpha and one contribute to a channel.
    public struct Row: Hashable, Sendable {
        /// Factor of red.
        public var red: Double
        /// Factor of green.
        public var green: Double
        /// Factor of blue.
        public var blue: Double
        /// Factor of alpha.
        public var alpha: Double
        /// What is added, 1 being the whole range of a channel.
        public var bias: Double

        /// Creates a row.
        public init(
            _ red: Double,
            _ green: Double,
            _ blue: Double,
            _ alpha: Double = 0,
            _ bias: Double = 0
        ) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
            self.bias = bias
        }

        /// Whether equal red, green and blue give just that value.
        ///
        /// A sum that is off by a few roundings of its terms counts as one.
        package var preservesGray: Bool {
            let scale = max(1, red.magnitude, green.magnitude, blue.magnitude)
            return (red + green + blue - 1).magnitude <= scale * 0x1p-50 && alpha == 0 && bias == 0
        }
    }

    /// What makes the new red.
    public var red: Row
    /// What makes the new green.
    public var green: Row
    /// What makes the new blue.
    public var blue: Row
    /// What makes the new alpha; without meaning for pictures without alpha, which stay opaque.
    public var alpha: Row

    /// Creates a matrix from its rows.
    public init(red: Row, green: Row, blue: Row, alpha: Row = Row(0, 0, 0, 1)) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The matrix that changes nothing.
    public static let identity = ColorMatrix(
        red: Row(1, 0, 0),
        green: Row(0, 1, 0),
        blue: Row(0, 0, 1)
    )

    /// The matrix of CSS `saturate()` and of `feColorMatrix` with `type="saturate"`.
    ///
    /// Luminance has the weights .2126, .7152 and .0722 of Rec. 709. Grays stay bit for bit.
    ///
    /// Reference: W3C, Filter Effects Module Level 1, `feColorMatrix`, saturate.
    ///
    /// - Parameter amount: 0 leaves luminance alone, 1 is the identity; more is more vivid, and
    ///   less than 0 turns hues around. Finite.
    /// - Returns: The matrix, whose first three rows sum to one.
    public static func saturation(_ amount: Double) -> ColorMatrix {
        precondition(amount.isFinite, "not an amount of saturation")
        let s = amount
        let (r, g, b) = ((1 - s) * 0.2126, (1 - s) * 0.7152, (1 - s) * 0.0722)
        return ColorMatrix(red: Row(r + s, g, b), green: Row(r, g + s, b), blue: Row(r, g, b + s))
    }

    /// The matrix that does what the right one does, and then what the left one does, to colors
    /// that are not limited in between.
    public static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        func row(_ row: Row) -> Row {
            func sum(_ column: KeyPath<Row, Double>) -> Double {
                row.red * right.red[keyPath: column] + row.green * right.green[keyPath: column]
                    + row.blue * right.blue[keyPath: column]
                    + row.alpha * right.alpha[keyPath: column]
            }
            return Row(
                sum(\.red),
                sum(\.green),
                sum(\.blue),
                sum(\.alpha),
                sum(\.bias) + row.bias
            )
        }
        return ColorMatrix(
            red: row(left.red),
            green: row(left.green),
            blue: row(left.blue),
            alpha: row(left.alpha)
        )
    }

    /// Whether every gray stays as it is, so that pictures without color need no work.
    public var preservesGray: Bool {
        preservesColorOfGray && preservesAlpha
    }

    /// Whether the color of every gray stays as it is, whatever becomes of alpha.
    package var preservesColorOfGray: Bool { [red, green, blue].allSatisfy(\.preservesGray) }

    /// Whether alpha stays as it is.
    package var preservesAlpha: Bool { alpha == Row(0, 0, 0, 1) }

    /// Whether grays become grays, though perhaps others: the three rows of color do the same to
    /// equal red, green and blue.
    package var mapsGrayToGray: Bool {
        if preservesColorOfGray { return true }
        return [red, green, blue].allSatisfy { row in
            let scale = max(1, row.red.magnitude, row.green.magnitude, row.blue.magnitude)
            let difference = (row.red + row.green + row.blue) - (red.red + red.green + red.blue)
            return difference.magnitude <= scale * 0x1p-50 && row.alpha == red.alpha
                && row.bias == red.bias
        }
    }

    /// Whether opaque colors stay opaque, whatever they are.
    package var keepsOpaque: Bool {
        let colors = [alpha.red, alpha.green, alpha.blue]
        return colors.reduce(alpha.alpha + alpha.bias) { $0 + min(0, $1) } >= 1
    }

    /// Whether no color from 0 to 1 leaves that range, so that to limit the result changes nothing.
    ///
    /// What rounding of factors adds at the ends of the range is overlooked.
    package var staysInside: Bool {
        [red, green, blue, alpha].allSatisfy { row in
            let factors = [row.red, row.green, row.blue, row.alpha]
            let least = factors.reduce(row.bias) { $0 + min(0, $1) }
            let greatest = factors.reduce(row.bias) { $0 + max(0, $1) }
            return least >= -0x1p-40 && greatest <= 1 + 0x1p-40
        }
    }
}
