// SPDX-License-Identifier: Apache-2.0

extension FilterListParser {
    /// Consumes the arguments of a color function, such as `rgb()`, `color()` or `alpha()`.
    ///
    /// - Parameters:
    ///   - form: The form of the components; `nil` if the name does not determine it.
    ///   - name: The name of the function.
    /// - Returns: The color.
    /// - Throws: The first error.
    mutating func function(
        _ form: CSSColorFunction?,
        _ name: String
    ) throws(FilterListError) -> CSSColor {
        var origin: CSSColor?
        if next.identifier == "from" {
            consume(next)
            origin = try innerColor()
        }
        if name == "alpha" {
            guard var color = origin else { throw unexpected(next, "'from' and a color") }
            channels = ["alpha": color.alpha ?? 0]
            defer { channels = [:] }
            guard skip(.delimiter("/")) else { throw unexpected(next, "'/' with alpha") }
            color.alpha = try alpha(hasCommas: false)
            color.isLegacy = color.isLegacy && color.alpha != nil
            try close("')'")
            return color
        }
        // `??` would lose the type of the error.
        let form = if let form { form } else { try predefined() }
        let outer = channels
        channels = [:]
        defer { channels = outer }
        if let origin {
            var values = origin.converted(to: form.space).values
            // A hue is the angle from 0 up to 360 degrees, so that `calc(h * 1.1)` has one meaning.
            if let hue = form.space.hueIndex { values[hue] = CSSColor.turned(values[hue]) }
            for (index, channel) in form.channels.enumerated() {
                channels[channel.name] = values[index] * channel.unit
            }
            channels["alpha"] = origin.alpha ?? 0
        }
        return try components(form, of: origin)
    }

    /// Consumes the name of a color space in `color()`, and returns the syntax of its components.
    private mutating func predefined() throws(FilterListError) -> CSSColorFunction {
        guard let name = next.identifier, let space = CSSColorSpace.named(name),
            space.isPredefined
        else { throw unexpected(next, "a color space, such as display-p3") }
        consume(next)
        return .predefined(space)
    }

    /// Consumes the three components of a color function and the optional alpha.
    private mutating func components(
        _ form: CSSColorFunction,
        of origin: CSSColor?
    ) throws(FilterListError) -> CSSColor {
        var values: [Double?] = []
        var hasCommas = false
        var dimension: CSSNumber.Dimension?
        for (index, channel) in form.channels.enumerated() {
            skipSpace()
            if index == 1, origin == nil, form.legacy != .none, skip(.delimiter(",")) {
                skipSpace()
                guard values[0] != nil else { throw unexpected(next, "no 'none' before a comma") }
                hasCommas = true
                if form.legacy == .percentages { dimension = .percentage }
            } else if index == 2, hasCommas {
                guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
            }
            skipSpace()
            let required = hasCommas ? dimension : nil
            let (value, found) = try component(channel, hasCommas: hasCommas, requires: required)
            dimension = dimension ?? found
            let isLimited = origin == nil || form.limitsRelative
            var limits = isLimited ? channel.limits : CSSColorFunction.Channel.unlimited
            if hasCommas, let whole = channel.whole { limits = limits.clamped(to: 0...whole) }
            values.append(value.map { min(max($0, limits.lowerBound), limits.upperBound) })
        }
        skipSpace()
        var alpha = origin.map { $0.alpha } ?? 1
        if skip(.delimiter(hasCommas ? "," : "/")) { alpha = try self.alpha(hasCommas: hasCommas) }
        try close(hasCommas ? "',' with alpha or ')'" : "'/' with alpha or ')'")
        var color = CSSColor(form.space, values, alpha: alpha)
        color.isLegacy =
            origin == nil && form.isLegacyFunction && alpha != nil && !values.contains(nil)
        return color
    }

    /// Consumes one component of a color function: a number, a percentage, an angle or `none`.
    ///
    /// - Parameters:
    ///   - channel: The component.
    ///   - hasCommas: Whether a comma precedes it.
    ///   - required: The dimension that it must have.
    /// - Returns: The value, `nil` for `none`, and its dimension.
    /// - Throws: The first error.
    private mutating func component(
        _ channel: CSSColorFunction.Channel,
        hasCommas: Bool,
        requires required: CSSNumber.Dimension?
    ) throws(FilterListError) -> (value: Double?, dimension: CSSNumber.Dimension?) {
        let isHue = channel.whole == nil
        let token = next
        let words =
            isHue
            ? "a hue, a number or an angle"
            : required == .percentage
                ? "a percentage" : required == .number ? "a number" : "a number or a percentage"
        if token.identifier == "none", !hasCommas {
            consume(token)
            return (nil, nil)
        }
        guard let (number, whole) = try numeric() else {
            throw unexpected(token, words)
        }
        let dimension = number.dimension
        guard required == nil || dimension == required else {
            throw .unexpected(place(whole.range), expected: words)
        }
        if isHue, dimension == .number || dimension == .angle {
            return (number.value.isFinite ? number.value : 0, dimension)
        }
        if dimension == .number { return (number.value / channel.unit, dimension) }
        guard let part = channel.whole, dimension == .percentage else {
            throw .unexpected(place(whole.range), expected: words)
        }
        return (number.value / 100 * part, dimension)
    }

    /// Consumes the alpha after its separator; `nil` for `none`.
    private mutating func alpha(hasCommas: Bool) throws(FilterListError) -> Double? {
        skipSpace()
        let token = next
        if token.identifier == "none", !hasCommas {
            consume(token)
            return nil
        }
        let words = "alpha, a number or a percentage"
        guard let (number, whole) = try numeric() else {
            throw unexpected(token, words)
        }
        guard number.dimension == .number || number.dimension == .percentage else {
            throw .unexpected(place(whole.range), expected: words)
        }
        let isPercentage = number.dimension == .percentage
        return min(max(isPercentage ? number.value / 100 : number.value, 0), 1)
    }
}
