// SPDX-License-Identifier: Apache-2.0

/// A 3 × 3 matrix that converts color coordinates.
struct ColorTransform {
    private let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// Creates a transform from the rows of its matrix.
    private init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        columns = (SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
    }

    /// Creates the matrix from linear RGB to XYZ, given the xy chromaticities of primaries and
    /// white.
    private init(
        red: SIMD2<Double>,
        green: SIMD2<Double>,
        blue: SIMD2<Double>,
        white: SIMD2<Double>
    ) {
        func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
            SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
        }
        let (r, g, b) = (xyz(red), xyz(green), xyz(blue))
        let unscaled = ColorTransform(
            SIMD3(r.x, g.x, b.x),
            SIMD3(r.y, g.y, b.y),
            SIMD3(r.z, g.z, b.z)
        )
        let scale = unscaled.inverse * xyz(white)
        columns = (r * scale.x, g * scale.y, b * scale.z)
    }

    static func * (transform: ColorTransform, values: SIMD3<Double>) -> SIMD3<Double> {
        let (x, y, z) = transform.columns
        return x * values.x + y * values.y + z * values.z
    }

    /// The inverse matrix.
    var inverse: ColorTransform {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let (x, y, z) = columns
        let determinant = (x * cross(y, z)).sum()
        return ColorTransform(
            cross(y, z) / determinant,
            cross(z, x) / determinant,
            cross(x, y) / determinant
        )
    }

    // MARK: The transforms of CSS

    private static let d65 = SIMD2(0.3127, 0.3290)
    private static let d50 = SIMD2(0.3457, 0.3585)

    static let srgb = ColorTransform(
        red: SIMD2(0.64, 0.33),
        green: SIMD2(0.30, 0.60),
        blue: SIMD2(0.15, 0.06),
        white: d65
    )

    static let displayP3 = ColorTransform(
        red: SIMD2(0.68, 0.32),
        green: SIMD2(0.265, 0.69),
        blue: SIMD2(0.15, 0.06),
        white: d65
    )

    static let a98RGB = ColorTransform(
        red: SIMD2(0.64, 0.33),
        green: SIMD2(0.21, 0.71),
        blue: SIMD2(0.15, 0.06),
        white: d65
    )

    static let prophotoRGB = ColorTransform(
        red: SIMD2(0.734699, 0.265301),
        green: SIMD2(0.159597, 0.840403),
        blue: SIMD2(0.036598, 0.000105),
        white: d50
    )

    static let rec2020 = ColorTransform(
        red: SIMD2(0.708, 0.292),
        green: SIMD2(0.170, 0.797),
        blue: SIMD2(0.131, 0.046),
        white: d65
    )

    /// The matrix from XYZ with the white point D50 to XYZ with D65, by Bradford adaptation.
    static let fromD50 = ColorTransform(
        SIMD3(0.955473421488075, -0.02309845494876471, 0.06325924320057072),
        SIMD3(-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
        SIMD3(0.012314014864481998, -0.020507649298898964, 1.330365926242124)
    )

    /// The matrix from XYZ to the cone responses in which Bradford adaptation scales colors.
    static let bradford = ColorTransform(
        SIMD3(0.8951, 0.2664, -0.1614),
        SIMD3(-0.7502, 1.7135, 0.0367),
        SIMD3(0.0389, -0.0685, 1.0296)
    )

    /// The matrix from Oklab to the cube roots of its cone responses (LMS).
    static let fromOklab = ColorTransform(
        SIMD3(1, 0.3963377773761749, 0.2158037573099136),
        SIMD3(1, -0.1055613458156586, -0.0638541728258133),
        SIMD3(1, -0.0894841775298119, -1.2914855480194092)
    )

    /// The matrix from Oklab's cone responses (LMS) to XYZ with the white point D65.
    static let fromCones = ColorTransform(
        SIMD3(1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
        SIMD3(-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
        SIMD3(-0.0763729366746601, -0.4214933324022432, 1.5869240198367816)
    )
}

extension SIMD3<Double> {
    /// Applies a function to each of the three values.
    func map(_ function: (Double) -> Double) -> SIMD3<Double> {
        SIMD3(function(x), function(y), function(z))
    }
}
