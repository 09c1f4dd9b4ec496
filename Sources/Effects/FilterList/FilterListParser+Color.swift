// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    /// Whether a name is a CSS color function, supported or not.
    static func isColorFunction(_ name: String) -> Bool {
        CSSColorFunction.named(name) != nil || wrappers.contains(name)
            || unsupported(name) == .colorSpace
    }

    /// The color functions that accept another color or the name of a color space, such as
    /// `color-mix`.
    private static let wrappers: Set<String> = [
        "color", "color-mix", "light-dark", "contrast-color", "alpha",
    ]

    /// Consumes a CSS color, and converts it to sRGB.
    ///
    /// Reference: CSS Color Module Level 4, sections 5 to 10; Level 5, sections 3 to 7.
    mutating func color(expected: String) throws(FilterListError) -> StraightColor {
        try cssColor(expected: expected).straight
    }

    /// Consumes a CSS color in the color space that it is written in.
    mutating func cssColor(expected: String) throws(FilterListError) -> CSSColor {
        let token = next
        if case .hash(let digits) = token.kind {
            guard let color = StraightColor(cssDigits: digits) else {
                throw unexpected(token, "#rgb, #rgba, #rrggbb or #rrggbbaa")
            }
            consume(token)
            return CSSColor(color)
        }
        if let name = token.identifier {
            let color = try namedColor(name, token, expected)
            consume(token)
            return CSSColor(color)
        }
        guard let name = token.function, Self.isColorFunction(name),
            Self.unsupported(name) == nil
        else { throw unexpected(token, expected) }
        consume(token)
        try descend(token)
        defer { ascend() }
        skipSpace()
        switch name {
        case "color-mix": return try mix()
        case "light-dark": return try lightDark()
        case "contrast-color":
            let color = try innerColor()
            try close("')'")
            return color.contrasting
        default: return try function(CSSColorFunction.named(name), name)
        }
    }

    /// Consumes a color that is an argument of a color function, and the white space around it.
    mutating func innerColor() throws(FilterListError) -> CSSColor {
        // Channel keywords of an outer relative color are not valid inside of its origin color.
        let outer = channels
        channels = [:]
        defer { channels = outer }
        skipSpace()
        let color = try cssColor(expected: "a color")
        skipSpace()
        return color
    }

    /// Consumes the closing parenthesis of a function, after optional white space.
    mutating func close(_ expected: String) throws(FilterListError) {
        skipSpace()
        guard closes() else { throw unexpected(next, expected) }
    }

    private func namedColor(
        _ name: String,
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> StraightColor {
        if name == "transparent" { return StraightColor(.black, alpha: 0) }
        // An image has no text, so the initial color of text is used.
        if name == "currentcolor" { return StraightColor(.black) }
        if let color = NamedColors.color(name) { return StraightColor(color) }
        if let color = SystemColors.color(name) { return color }
        let nearest = Spelling.nearest(to: name, among: NamedColors.names)
        throw unexpected(token, expected + (nearest.map { ", perhaps '\($0)'" } ?? ""))
    }

    // MARK: Functions of colors

    /// Consumes the arguments of `light-dark()`, and returns the light color: without a page, the
    /// color scheme is light.
    private mutating func lightDark() throws(FilterListError) -> CSSColor {
        let light = try innerColor()
        guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
        _ = try innerColor()
        try close("')'")
        return light
    }

    /// Consumes the arguments of `color-mix()`, and returns the mixed color.
    private mutating func mix() throws(FilterListError) -> CSSColor {
        var (space, hues) = (CSSColorSpace.oklab, CSSColor.HueInterpolation.shorter)
        if next.identifier == "in" {
            consume(next)
            (space, hues) = try interpolation()
            skipSpace()
            guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
        }
        let first = try part()
        guard skip(.delimiter(",")) else { throw unexpected(next, "a percentage or ','") }
        let second = try part()
        try close("a percentage or ')'")
        let shares: (Double, Double) =
            switch (first.share, second.share) {
            case (let one?, let two?): (one, two)
            case (let one?, nil): (one, 100 - one)
            case (nil, let two?): (100 - two, two)
            case (nil, nil): (50, 50)
            }
        let sum = shares.0 + shares.1
        var mix = CSSColor.mix(
            first.color,
            second.color,
            weight: sum == 0 ? 0.5 : shares.1 / sum,
            in: space,
            hues: hues
        )
        mix.alpha = mix.alpha.map { $0 * min(sum / 100, 1) }
        return mix
    }

    /// Consumes a color space after `in`, and the optional direction of hues, such as `longer hue`.
    mutating func interpolation() throws(FilterListError)
        -> (CSSColorSpace, CSSColor.HueInterpolation)
    {
        skipSpace()
        guard let name = next.identifier, let space = CSSColorSpace.named(name) else {
            throw unexpected(next, "a color space, such as oklab")
        }
        consume(next)
        skipSpace()
        guard space.hueIndex != nil, let word = next.identifier,
            let hues = CSSColor.HueInterpolation(rawValue: word)
        else { return (space, .shorter) }
        consume(next)
        skipSpace()
        guard next.identifier == "hue" else { throw unexpected(next, "'hue'") }
        consume(next)
        return (space, hues)
    }

    /// Consumes a color of `color-mix()` and its optional percentage, in any order.
    private mutating func part() throws(FilterListError) -> (color: CSSColor, share: Double?) {
        skipSpace()
        var share = try share()
        let color = try innerColor()
        if share == nil { share = try self.share() }
        skipSpace()
        return (color, share)
    }

    /// Consumes an optional percentage from 0 to 100; nil if the next token is no percentage.
    private mutating func share() throws(FilterListError) -> Double? {
        let start = position
        guard let (number, token) = try numeric() else { return nil }
        let isInRange = number.isComputed || (0...100).contains(number.value)
        guard number.dimension == .percentage, isInRange else {
            position = start
            throw unexpected(token, "a percentage from 0% to 100%")
        }
        return min(max(number.value, 0), 100)
    }
}

extension StraightColor {
    /// Creates a color from the digits of a CSS hexadecimal color: three, four, six or eight.
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
}
