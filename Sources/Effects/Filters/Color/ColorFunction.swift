// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A change of color by a 4 × 5 matrix on encoded color that is not premultiplied, with a clipped
/// result.
///
/// Each function has a file next to this one, with a static function for the matrix and a row for
/// filter lists.
///
/// Reference: W3C, Filter Effects Module Level 1, section 6.1, and the matrices of `feColorMatrix`
/// and `feComponentTransfer` that section 10 gives for each function.
package struct ColorFunction: Sendable {
    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// The 4 × 5 matrix that is applied to red, green, blue and alpha.
    package let matrix: ColorMatrix

    /// Creates the same function of other colors; nil for a function without colors of its own.
    private let recolored: (@Sendable ((StraightColor) -> StraightColor) -> ColorFunction)?

    /// Creates a filter from its canonical value and its matrix.
    ///
    /// - Parameters:
    ///   - value: The canonical description that identifies the function.
    ///   - matrix: The matrix of the function.
    ///   - recolored: Creates the same function of other colors, for an image in another color
    ///     space.
    init(
        _ value: PlanValue,
        _ matrix: ColorMatrix,
        recolored: (@Sendable ((StraightColor) -> StraightColor) -> ColorFunction)? = nil
    ) {
        planValue = value
        self.matrix = matrix
        self.recolored = recolored
    }
}

extension ColorFunction: Hashable {
    package static func == (left: ColorFunction, right: ColorFunction) -> Bool {
        left.planValue == right.planValue && left.matrix == right.matrix
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(planValue)
        hasher.combine(matrix)
    }
}

extension ColorFunction: FilterDescription {
    /// Whether the matrix is the identity.
    package var isIdentity: Bool { matrix == .identity }

    /// The 4 × 5 matrix that is applied to red, green, blue and alpha.
    package var colorMatrix: ColorMatrix? { matrix }

    /// Leaves the filter unchanged for a reduced image: it treats every pixel separately.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }

    /// Converts the colors of the function, for an image in another color space.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        recolored.map { .color($0(convert)) }
    }
}

extension ColorMatrix {
    /// A matrix that multiplies red, green and blue by a factor, and adds a bias.
    static func diagonal(_ factor: Double, bias: Double = 0) -> ColorMatrix {
        ColorMatrix(
            red: Row(factor, 0, 0, 0, bias),
            green: Row(0, factor, 0, 0, bias),
            blue: Row(0, 0, factor, 0, bias)
        )
    }

    /// Mixes the identity with this matrix; its columns for alpha and the bias are ignored.
    ///
    /// - Parameter amount: The weight of this matrix, in `0...1`.
    /// - Returns: The mix; exactly the identity for 0.
    func mixed(_ amount: Double) -> ColorMatrix {
        if amount == 0 { return .identity }
        func row(_ row: Row, _ identity: Row) -> Row {
            func mixed(_ column: KeyPath<Row, Double>) -> Double {
                row[keyPath: column] * amount + identity[keyPath: column] * (1 - amount)
            }
            return Row(mixed(\.red), mixed(\.green), mixed(\.blue))
        }
        return ColorMatrix(
            red: row(red, Self.identity.red),
            green: row(green, Self.identity.green),
            blue: row(blue, Self.identity.blue)
        )
    }
}
