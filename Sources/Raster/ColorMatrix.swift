// SPDX-License-Identifier: Apache-2.0

/// A 4 × 5 matrix that maps red, green, blue, alpha and the constant 1 to new channels.
///
/// Colors are neither linear nor premultiplied. Channels and the bias in the fifth column span 0 to 1;
/// results are clamped to 0 to 1.
///
/// Reference: W3C, Filter Effects Module Level 1, `feColorMatrix`.
package struct ColorMatrix: Hashable, Sendable {
    /// One row of the matrix: the weights of red, green, blue, alpha and the constant 1 in an
    /// output channel.
    package struct Row: Hashable, Sendable {
        /// The weight of red in the output channel.
        package var red: Double
        /// The weight of green in the output channel.
        package var green: Double
        /// The weight of blue in the output channel.
        package var blue: Double
        /// The weight of alpha in the output channel.
        package var alpha: Double
        /// The constant added to the sum; 1 is the whole range of a channel.
        package var bias: Double

        /// Creates a row from the factors of the input channels and the constant that is added.
        package init(
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

        /// Whether a gray input, with equal red, green and blue, comes out unchanged.
        ///
        /// A sum of factors that differs from one by a few roundings counts as one.
        package var preservesGray: Bool {
            let scale = max(1, red.magnitude, green.magnitude, blue.magnitude)
            return (red + green + blue - 1).magnitude <= scale * 0x1p-50 && alpha == 0 && bias == 0
        }
    }

    /// The row that produces the new red.
    package var red: Row
    /// The row that produces the new green.
    package var green: Row
    /// The row that produces the new blue.
    package var blue: Row
    /// The row that produces the new alpha; ignored for images without alpha: these stay opaque.
    package var alpha: Row

    /// Creates a matrix from its rows.
    package init(red: Row, green: Row, blue: Row, alpha: Row = Row(0, 0, 0, 1)) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The matrix that changes nothing.
    package static let identity = ColorMatrix(
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
    package static func saturation(_ amount: Double) -> ColorMatrix {
        precondition(amount.isFinite, "the amount must be finite")
        let s = amount
        let (r, g, b) = ((1 - s) * 0.2126, (1 - s) * 0.7152, (1 - s) * 0.0722)
        return ColorMatrix(red: Row(r + s, g, b), green: Row(r, g + s, b), blue: Row(r, g, b + s))
    }

    /// Composes two matrices: the product applies the right one first, without clamping in between.
    package static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
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

    /// Whether every gray stays as it is, so that images without color need no work.
    package var preservesGray: Bool {
        preservesColorOfGray && preservesAlpha
    }

    /// Whether the color of every gray stays as it is; alpha may change.
    package var preservesColorOfGray: Bool { [red, green, blue].allSatisfy(\.preservesGray) }

    /// Whether alpha stays as it is.
    package var preservesAlpha: Bool { alpha == Row(0, 0, 0, 1) }

    /// Whether every gray becomes a gray, possibly a different one.
    package var mapsGrayToGray: Bool {
        if preservesColorOfGray { return true }
        return [red, green, blue].allSatisfy { row in
            let scale = max(1, row.red.magnitude, row.green.magnitude, row.blue.magnitude)
            let difference = (row.red + row.green + row.blue) - (red.red + red.green + red.blue)
            return difference.magnitude <= scale * 0x1p-50 && row.alpha == red.alpha
                && row.bias == red.bias
        }
    }

    /// Whether every opaque color stays opaque.
    package var keepsOpaque: Bool {
        let colors = [alpha.red, alpha.green, alpha.blue]
        return colors.reduce(alpha.alpha + alpha.bias) { $0 + min(0, $1) } >= 1
    }

    /// Whether no input from 0 to 1 leaves that range, so that clamping the result changes nothing.
    ///
    /// Rounding errors of the factors at the ends of the range are ignored.
    package var staysInside: Bool {
        [red, green, blue, alpha].allSatisfy { row in
            let factors = [row.red, row.green, row.blue, row.alpha]
            let least = factors.reduce(row.bias) { $0 + min(0, $1) }
            let greatest = factors.reduce(row.bias) { $0 + max(0, $1) }
            return least >= -0x1p-40 && greatest <= 1 + 0x1p-40
        }
    }
}
