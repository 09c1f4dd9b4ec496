// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A color of CSS that the library does not read, as one of sRGB.
///
/// Reference: CSS Color Module Level 4, sections 8 to 10 and 18 (sample code).
enum CSSColorValue {
    /// The functions that are converted.
    static let names: Set<String> = ["oklch", "oklab", "lch", "lab", "hwb", "color"]

    /// Writes a color as `rgb()` or `rgba()`; nil for relative colors and for spaces that are not known.
    static func text(_ name: String, _ arguments: Substring) -> String? {
        let halves = CSSText.split(arguments, at: "/")
        var words = CSSText.words(halves[0])
        var space = ""
        if name == "color", !words.isEmpty { space = words.removeFirst().lowercased() }
        guard halves.count <= 2, words.count == 3, words[0] != "from" else { return nil }
        let alpha = halves.count == 2 ? number(CSSText.trimmed(halves[1]), percent: 1) : 1
        guard let alpha, let linear = linear(name, space, words) else { return nil }
        let levels = linear.map { value in
            let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
            return Int((min(max(encoded, 0), 1) * 255).rounded())
        }
        let list = levels.map(String.init).joined(separator: ", ")
        let opacity = min(max(alpha, 0), 1)
        return opacity < 1 ? "rgba(\(list), \((opacity * 1e4).rounded() / 1e4))" : "rgb(\(list))"
    }

    /// Converts the components of a color to linear sRGB.
    private static func linear(_ name: String, _ space: String, _ words: [String]) -> [Double]? {
        func numbers(_ percents: [Double]) -> [Double]? {
            let values = zip(words, percents).compactMap { number($0, percent: $1) }
            return values.count == 3 ? values : nil
        }
        switch name {
        case "oklab": return numbers([1, 0.4, 0.4]).map { oklab($0[0], $0[1], $0[2]) }
        case "oklch":
            guard let l = number(words[0], percent: 1), let c = number(words[1], percent: 0.4),
                let h = angle(words[2])
            else { return nil }
            return oklab(l, c * cos(h), c * sin(h))
        case "lab": return numbers([100, 125, 125]).map { lab($0[0], $0[1], $0[2]) }
        case "lch":
            guard let l = number(words[0], percent: 100), let c = number(words[1], percent: 150),
                let h = angle(words[2])
            else { return nil }
            return lab(l, c * cos(h), c * sin(h))
        case "hwb":
            guard let hue = angle(words[0]), let white = share(words[1]),
                let black = share(words[2])
            else { return nil }
            return hwb(hue * 180 / .pi, white, black).map(decoded)
        case "color":
            guard let values = numbers([1, 1, 1]) else { return nil }
            switch space {
            case "srgb": return values.map(decoded)
            case "srgb-linear": return values
            case "display-p3": return p3(values.map(decoded))
            case _: return nil
            }
        case _: return nil
        }
    }

    private static func number(_ text: String, percent: Double) -> Double? {
        if text == "none" { return 0 }
        guard text.hasSuffix("%") else { return Double(text).flatMap { $0.isFinite ? $0 : nil } }
        return Double(text.dropLast()).map { $0 / 100 * percent }
    }

    private static func share(_ text: String) -> Double? {
        number(text, percent: 1).map { text.hasSuffix("%") ? $0 : $0 / 100 }
    }

    /// An angle in radians.
    private static func angle(_ text: String) -> Double? {
        if text == "none" { return 0 }
        guard let amount = CSSAmount(text), amount.kind == .number || amount.kind == .degrees else {
            return nil
        }
        return amount.value * .pi / 180
    }

    private static func decoded(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    private static func oklab(_ l: Double, _ a: Double, _ b: Double) -> [Double] {
        let cones = [
            l + 0.3963377773761749 * a + 0.2158037573099136 * b,
            l - 0.1055613458156586 * a - 0.0638541728258133 * b,
            l - 0.0894841775298119 * a - 1.2914855480194092 * b,
        ].map { $0 * $0 * $0 }
        return product(
            [
                [4.0767416621, -3.3077115913, 0.2309699292],
                [-1.2684380046, 2.6097574011, -0.3413193965],
                [-0.0041960863, -0.7034186147, 1.7076147010],
            ],
            cones
        )
    }

    private static func lab(_ l: Double, _ a: Double, _ b: Double) -> [Double] {
        let (kappa, epsilon) = (24_389.0 / 27, 216.0 / 24_389)
        let y = (l + 16) / 116
        let (x, z) = (a / 500 + y, y - b / 200)
        func cube(_ f: Double) -> Double {
            f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa
        }
        let white = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
        let luminance = l > kappa * epsilon ? y * y * y : l / kappa
        let xyz = [cube(x) * white[0], luminance, cube(z) * white[2]]
        // From the white of D50 to linear sRGB.
        return product(
            [
                [3.1341359569958707, -1.6173863321612538, -0.4906619460083532],
                [-0.978795502912089, 1.916254567259524, 0.03344273116131949],
                [0.07195537988411677, -0.2289768264158322, 1.405386058324125],
            ],
            xyz
        )
    }

    private static func hwb(_ hue: Double, _ white: Double, _ black: Double) -> [Double] {
        if white + black >= 1 { return Array(repeating: white / (white + black), count: 3) }
        return [0.0, 8, 4].map { offset in
            let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let turned = k < 0 ? k + 12 : k
            let pure = 0.5 - 0.5 * max(-1, min(turned - 3, 9 - turned, 1))
            return pure * (1 - white - black) + white
        }
    }

    private static func p3(_ values: [Double]) -> [Double] {
        product(
            [
                [1.2249401762805598, -0.22494017628055996, 0],
                [-0.0420569547096881, 1.0420569547096881, 0],
                [-0.0196375545903344, -0.0786360455506319, 1.0982736001409663],
            ],
            values
        )
    }
}
