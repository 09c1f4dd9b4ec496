// SPDX-License-Identifier: Apache-2.0

/// The white point and the primaries of an RGB color space, as CIE 1931 chromaticities.
struct Chromaticities: Hashable, Sendable {
    /// The x and the y of the white point and of each primary.
    let white, red, green, blue: SIMD2<Double>

    /// Creates chromaticities from eight numbers: x and y of white, red, green and blue.
    init(_ values: [Double]) {
        precondition(values.count == 8, "two numbers for each of four colors")
        func point(_ first: Int) -> SIMD2<Double> { SIMD2(values[first], values[first + 1]) }
        (white, red, green, blue) = (point(0), point(2), point(4), point(6))
    }

    /// The chromaticities of sRGB.
    static let standard = Chromaticities([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])

    /// The matrix from linear RGB to XYZ, adapted to the white point D50; nil if the primaries span
    /// no triangle.
    ///
    /// Reference: ICC.1:2022, annex E, with the matrix of Bradford.
    var matrix: PrimaryMatrix? {
        guard white.y > 0, let adaptation else { return nil }
        // Not divided by y, because y is 0 for the blue of XYZ.
        func column(_ point: SIMD2<Double>) -> SIMD3<Double> {
            SIMD3(point.x, point.y, 1 - point.x - point.y)
        }
        let (r, g, b) = (column(red), column(green), column(blue))
        let columns = PrimaryMatrix([r.x, g.x, b.x, r.y, g.y, b.y, r.z, g.z, b.z])
        guard let columns else { return nil }
        let parts = columns.inverse * (column(white) / white.y)
        let rows = columns.rows
        let scaled = PrimaryMatrix(rows.0 * parts, rows.1 * parts, rows.2 * parts)
        return adaptation * scaled
    }

    /// The matrix that adapts XYZ from this white point to D50; nil if the white point is invalid.
    var adaptation: PrimaryMatrix? {
        guard white.y > 0 else { return nil }
        let own = SIMD3(white.x, white.y, 1 - white.x - white.y) / white.y
        let cones = Self.bradford * own
        guard cones.min() > 0 else { return nil }
        let scale = (Self.bradford * PrimaryMatrix.white) / cones
        let rows = Self.bradford.rows
        return Self.bradford.inverse
            * PrimaryMatrix(rows.0 * scale.x, rows.1 * scale.y, rows.2 * scale.z)
    }

    private static let bradford = PrimaryMatrix(
        SIMD3(0.8951, 0.2664, -0.1614),
        SIMD3(-0.7502, 1.7135, 0.0367),
        SIMD3(0.0389, -0.0685, 1.0296)
    )
}
