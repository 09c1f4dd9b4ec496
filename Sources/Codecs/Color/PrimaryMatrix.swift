// SPDX-License-Identifier: Apache-2.0

/// A 3 × 3 matrix between the light of three channels and XYZ with the white point D50.
struct PrimaryMatrix: Hashable, Sendable {
    /// The three rows of the matrix.
    var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (x, y, z) }

    private var x, y, z: SIMD3<Double>

    /// The white point D50 in XYZ, to which profiles are adapted.
    ///
    /// Reference: ICC.1:2022, 7.2.16.
    static let white = SIMD3(0.9642, 1, 0.8249)

    /// Creates a matrix from its three rows.
    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// Creates a matrix from nine numbers, row by row; nil if it cannot be inverted.
    init?(_ values: [Double]) {
        precondition(values.count == 9, "a matrix of three rows has nine numbers")
        func row(_ first: Int) -> SIMD3<Double> {
            SIMD3(values[first], values[first + 1], values[first + 2])
        }
        self.init(row(0), row(3), row(6))
        guard abs(determinant) > 1e-9 else { return nil }
    }

    /// The determinant of the matrix; NaN if an element is NaN.
    var determinant: Double { (x * y.cross(z)).sum() }

    /// The inverse matrix; the determinant must not be 0.
    var inverse: PrimaryMatrix {
        let columns = (y.cross(z) / determinant, z.cross(x) / determinant, x.cross(y) / determinant)
        return PrimaryMatrix(
            SIMD3(columns.0.x, columns.1.x, columns.2.x),
            SIMD3(columns.0.y, columns.1.y, columns.2.y),
            SIMD3(columns.0.z, columns.1.z, columns.2.z)
        )
    }

    /// Multiplies a matrix by a column vector.
    static func * (matrix: PrimaryMatrix, column: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((matrix.x * column).sum(), (matrix.y * column).sum(), (matrix.z * column).sum())
    }

    /// Composes two matrices; the product applies the right one first.
    static func * (left: PrimaryMatrix, right: PrimaryMatrix) -> PrimaryMatrix {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
            right.x * row.x + right.y * row.y + right.z * row.z
        }
        return PrimaryMatrix(row(left.x), row(left.y), row(left.z))
    }
}

extension SIMD3<Double> {
    /// The cross product of two vectors.
    fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x
        )
    }
}
