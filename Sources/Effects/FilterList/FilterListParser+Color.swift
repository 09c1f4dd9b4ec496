// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    /// Whether a name is that of a CSS color function, supported or not.
    static func isColorFunction(_ name: String) -> Bool {
        ["rgb", "rgba", "hsl", "hsla", "hwb"].contains(name) || unsupported(name) == .colorSpace
    }

    /// Consumes a color.
    ///
    /// Reference: CSS Color Module Level 4, sections 5 to 9.
    mutating func color(expected: String) throws(FilterListError) -> StraightColor {
        let token = next
        if case .hash(let digits) = token.kind {
            guard let color = StraightColor(cssDigits: digits) else {
                throw unexpected(token, "#rgb, #rgba, #rrggbb or #rrggbbaa")
            }
            consume(token)
            return color
        }
        if let name = token.identifier {
            let color = try namedColor(name, token, expected)
            consume(token)
            return color
        }
        switch token.function {
        case "rgb", "rgba":
            consume(token)
            return try rgb()
        case "hsl", "hsla":
            consume(token)
            return try hsl()
        case "hwb":
            consume(token)
            return try hwb()
        default: throw unexpected(token, expected)
        }
    }

    private func namedColor(
        _ name: String,
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> StraightColor {
        if name == "transparent" { return StraightColor(.black, alpha: 0) }
        // A picture has no text, so the initial color of text is used.
        if name == "currentcolor" { return StraightColor(.black) }
        if let color = NamedColors.color(name) { return StraightColor(color) }
        let nearest = Spelling.nearest(to: name, among: NamedColors.names)
        throw unexpected(token, expected + (nearest.map { ", perhaps '\($0)'" } ?? ""))
    }

    // MARK: Functions

    /// A color component as written.
    private enum Component {
        case number(Double)
        case percentage(Double)
        case angle(Double)
        /// `none`, which counts as 0 unless colors are mixed.
        case none
    }

    /// Consumes three components and alpha, in the modern syntax or with commas.
    ///
    /// - Parameters:
    ///   - hasHue: Whether the first component is a hue.
    ///   - hasLegacy: Whether the syntax with commas is allowed.
    /// - Returns: The components, alpha, and whether commas were used.
    /// - Throws: The first error.
    private mutating func components(
        hasHue: Bool,
        hasLegacy: Bool
    ) throws(FilterListError) -> (values: [Component], alpha: Double, isLegacy: Bool) {
        var values: [Component] = []
        var isLegacy = false
        for index in 0..<3 {
            try skipSpace()
            if index == 1, hasLegacy, skip(.delimiter(",")) {
                isLegacy = true
                try skipSpace()
            } else if index == 2, isLegacy {
                guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
                try skipSpace()
            }
            let isHue = hasHue && index == 0
            values.append(try component(isHue: isHue, isLegacy: isLegacy, values.last, hasHue))
        }
        try skipSpace()
        var alpha = 1.0
        let separator: FilterToken.Kind = .delimiter(isLegacy ? "," : "/")
        if skip(separator) {
            try skipSpace()
            alpha = try alphaValue(isLegacy: isLegacy)
            try skipSpace()
        }
        guard skip(.delimiter(")")) else {
            throw unexpected(next, isLegacy ? "',' with alpha or ')'" : "'/' with alpha or ')'")
        }
        return (values, alpha, isLegacy)
    }

    private mutating func component(
        isHue: Bool,
        isLegacy: Bool,
        _ previous: Component?,
        _ hasHue: Bool
    ) throws(FilterListError) -> Component {
        let token = next
        let expected =
            isHue
            ? "a hue, a number or an angle"
            : isLegacy && hasHue ? "a percentage" : "a number or a percentage"
        let component: Component
        if let number = token.number, !(isLegacy && hasHue && !isHue) {
            component = .number(number)
        } else if let number = token.percentage, !isHue {
            component = .percentage(number)
        } else if token.dimension != nil, isHue {
            return .angle(try angle(token, expected))
        } else if token.identifier == "none", !isLegacy {
            component = .none
        } else {
            throw unexpected(token, expected)
        }
        if isLegacy, !hasHue, let previous {
            // With commas, all three are numbers, or all three are percentages.
            switch (previous, component) {
            case (.number, .number), (.percentage, .percentage): break
            case (.number, _): throw unexpected(token, "a number, as the ones before")
            case (.percentage, _): throw unexpected(token, "a percentage, as the ones before")
            case (.angle, _), (.none, _): throw unexpected(token, "no 'none' before a comma")
            }
        }
        if isLegacy, hasHue, case .some(.none) = previous {
            throw unexpected(token, "no 'none' before a comma")
        }
        consume(token)
        return component
    }

    private mutating func alphaValue(isLegacy: Bool) throws(FilterListError) -> Double {
        let token = next
        let alpha: Double
        if let number = token.number {
            alpha = number
        } else if let number = token.percentage {
            alpha = number / 100
        } else if token.identifier == "none", !isLegacy {
            alpha = 0
        } else {
            throw unexpected(token, "alpha, a number or a percentage")
        }
        consume(token)
        return limited(alpha)
    }

    /// A component as a fraction of a maximum; percentages refer to 100.
    private func part(_ component: Component, of whole: Double) -> Double {
        switch component {
        case .number(let number), .angle(let number): number / whole
        case .percentage(let number): number / 100
        case .none: 0
        }
    }

    private func degrees(_ component: Component) -> Double {
        switch component {
        case .number(let number), .angle(let number), .percentage(let number): number
        case .none: 0
        }
    }

    private mutating func rgb() throws(FilterListError) -> StraightColor {
        let (values, alpha, _) = try components(hasHue: false, hasLegacy: true)
        let parts = values.map { limited(part($0, of: 255)) }
        return StraightColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
    }

    private mutating func hsl() throws(FilterListError) -> StraightColor {
        let (values, alpha, _) = try components(hasHue: true, hasLegacy: true)
        return StraightColor(
            hue: degrees(values[0]),
            saturation: limited(part(values[1], of: 100)),
            lightness: limited(part(values[2], of: 100)),
            alpha: alpha
        )
    }

    private mutating func hwb() throws(FilterListError) -> StraightColor {
        let (values, alpha, _) = try components(hasHue: true, hasLegacy: false)
        let white = limited(part(values[1], of: 100))
        let black = limited(part(values[2], of: 100))
        if white + black >= 1 { return StraightColor(white: white / (white + black), alpha: alpha) }
        var color = StraightColor(
            hue: degrees(values[0]),
            saturation: 1,
            lightness: 0.5,
            alpha: alpha
        )
        color.red = color.red * (1 - white - black) + white
        color.green = color.green * (1 - white - black) + white
        color.blue = color.blue * (1 - white - black) + white
        return color
    }
}

/// Clips a value to `0...1`, as CSS clips colors outside of sRGB.
private func limited(_ value: Double) -> Double { min(max(value, 0), 1) }

extension StraightColor {
    /// Creates a color from three, four, six or eight hexadecimal digits.
    fileprivate init?(cssDigits text: String) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count else { return nil }
        let channels: [Double]
        switch digits.count {
        case 3, 4: channels = digits.map { Double($0 * 17) / 255 }
        case 6, 8:
            channels = stride(from: 0, to: digits.count, by: 2).map { index in
                Double(digits[index] * 16 + digits[index + 1]) / 255
            }
        default: return nil
        }
        self.init(
            red: channels[0],
            green: channels[1],
            blue: channels[2],
            alpha: channels.count == 4 ? channels[3] : 1
        )
    }

    /// Converts a color from HSL to red, green and blue.
    ///
    /// Reference: CSS Color Module Level 4, section 7.1.
    fileprivate init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
        let turned = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) : 0
        let hue = turned < 0 ? turned + 360 : turned
        func channel(_ offset: Double) -> Double {
            let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let a = saturation * min(lightness, 1 - lightness)
            return limited(lightness - a * max(-1, min(k - 3, 9 - k, 1)))
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    }
}
