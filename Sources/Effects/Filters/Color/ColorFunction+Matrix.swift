// SPDX-License-Identifier: Apache-2.0

public import Raster

extension ColorFunction {
    /// The matrix of the function.
    public var matrix: ColorMatrix {
        switch self {
        case .brightness(let amount): .diagonal(amount)
        case .contrast(let amount): .diagonal(amount, bias: 0.5 - 0.5 * amount)
        case .grayscale(let amount): .mix(.grayscale, amount)
        case .hueRotate(let angle): .hueRotation(angle)
        case .invert(let amount): .diagonal(1 - 2 * amount, bias: amount)
        case .opacity(let amount): .opacity(amount)
        case .saturate(let amount): .saturation(amount)
        case .sepia(let amount): .mix(.sepia, amount)
        case .brightnessOffset(let offset): .diagonal(1, bias: offset)
        case .controls(let saturation, let brightness, let contrast):
            .controls(saturation, brightness, contrast)
        case .matrix(let matrix): matrix
        }
    }
}

extension ColorMatrix {
    fileprivate static func diagonal(_ factor: Double, bias: Double = 0) -> ColorMatrix {
        ColorMatrix(
            red: Row(factor, 0, 0, 0, bias),
            green: Row(0, factor, 0, 0, bias),
            blue: Row(0, 0, factor, 0, bias)
        )
    }

    fileprivate static func opacity(_ amount: Double) -> ColorMatrix {
        var matrix = identity
        matrix.alpha.alpha = amount
        return matrix
    }

    fileprivate static let grayscale = ColorMatrix(
        red: Row(0.2126, 0.7152, 0.0722),
        green: Row(0.2126, 0.7152, 0.0722),
        blue: Row(0.2126, 0.7152, 0.0722)
    )

    fileprivate static let sepia = ColorMatrix(
        red: Row(0.393, 0.769, 0.189),
        green: Row(0.349, 0.686, 0.168),
        blue: Row(0.272, 0.534, 0.131)
    )

    /// The identity and a matrix, mixed.
    fileprivate static func mix(_ matrix: ColorMatrix, _ amount: Double) -> ColorMatrix {
        // The identity itself, and not what rounding leaves of it.
        if amount == 0 { return identity }
        func row(_ row: Row, _ identity: Row) -> Row {
            func mixed(_ column: KeyPath<Row, Double>) -> Double {
                row[keyPath: column] * amount + identity[keyPath: column] * (1 - amount)
            }
            return Row(mixed(\.red), mixed(\.green), mixed(\.blue))
        }
        return ColorMatrix(
            red: row(matrix.red, identity.red),
            green: row(matrix.green, identity.green),
            blue: row(matrix.blue, identity.blue)
        )
    }

    /// Reference: Filter Effects Module Level 1, `feColorMatrix` of type `hueRotate`.
    fileprivate static func hueRotation(_ degrees: Double) -> ColorMatrix {
        let turn = Turn(degrees: degrees)
        if turn.sine == 0 && turn.cosine == 1 { return identity }
        let (c, s) = (turn.cosine, turn.sine)
        func row(_ identity: Row, _ sines: (Double, Double, Double)) -> Row {
            func entry(_ weight: Double, _ unit: Double, _ sine: Double) -> Double {
                weight + c * (unit - weight) + s * sine
            }
            return Row(
                entry(0.2126, identity.red, sines.0),
                entry(0.7152, identity.green, sines.1),
                entry(0.0722, identity.blue, sines.2)
            )
        }
        return ColorMatrix(
            red: row(identity.red, (-0.2126, -0.7152, 0.9278)),
            green: row(identity.green, (0.143, 0.140, -0.283)),
            blue: row(identity.blue, (-0.7874, 0.7152, 0.0722))
        )
    }

    /// Reference: CIColorControls; saturation with the weights .2125, .7154 and .0721.
    fileprivate static func controls(
        _ saturation: Double,
        _ brightness: Double,
        _ contrast: Double
    ) -> ColorMatrix {
        let rest = contrast * (1 - saturation)
        let (r, g, b) = (rest * 0.2125, rest * 0.7154, rest * 0.0721)
        let own = saturation * contrast
        let bias = brightness + 0.5 - contrast / 2
        return ColorMatrix(
            red: Row(r + own, g, b, 0, bias),
            green: Row(r, g + own, b, 0, bias),
            blue: Row(r, g, b + own, 0, bias)
        )
    }
}
