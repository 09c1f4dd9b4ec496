// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A change of color that is a 4 × 5 matrix over straight, encoded color, limited afterwards.
///
/// Each function is a file beside this one with a static function, which makes the matrix, and a row
/// for filter lists.
///
/// Reference: W3C, Filter Effects Module Level 1, section 6.1, and the matrices of `feColorMatrix`
/// and `feComponentTransfer` that section 10 gives for each function.
public struct ColorFunction: Hashable, Sendable {
    /// The canonical description.
    public let planValue: PlanValue

    /// The matrix of the function.
    public let matrix: ColorMatrix

    /// Creates a function.
    ///
    /// - Parameters:
    ///   - value: The canonical description, by which functions are told apart.
    ///   - matrix: The matrix of the function.
    init(_ value: PlanValue, _ matrix: ColorMatrix) {
        planValue = value
        self.matrix = matrix
    }
}

extension ColorFunction: FilterDescription {
    /// Whether the function leaves every color as it is.
    public var isIdentity: Bool { matrix == .identity }

    /// The matrix of the function.
    public var colorMatrix: ColorMatrix? { matrix }

    /// The same function.
    public func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension ColorMatrix {
    /// A matrix that does the same to red, green and blue, each by itself.
    static func diagonal(_ factor: Double, bias: Double = 0) -> ColorMatrix {
        ColorMatrix(
            red: Row(factor, 0, 0, 0, bias),
            green: Row(0, factor, 0, 0, bias),
            blue: Row(0, 0, factor, 0, bias)
        )
    }

    /// A mix of the identity and this matrix, without the columns for alpha and one.
    ///
    /// - Parameter amount: The part of this matrix, 0 to 1.
    /// - Returns: The identity itself for 0, without a rounding.
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
