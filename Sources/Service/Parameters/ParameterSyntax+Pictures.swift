// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Store

extension ParameterSyntax<OutputFormat?> {
    /// The name of a format, a file name extension or the media type of one, or `auto`.
    static let format = Self(
        .choice(OutputFormat.allCases.map(\.rawValue) + [RenderParameter.automatic])
    ) { text, parameter throws(ParameterError) in
        let words = OutputFormat.allCases.map(\.rawValue) + [RenderParameter.automatic]
        if let word = Spelling.same(as: text, among: words) { return OutputFormat(rawValue: word) }
        let plain = text.lowercased().drop { $0 == "." }
        let format = OutputFormat.allCases.first {
            plain == $0.mediaType || $0.format.fileExtensions.contains(String(plain))
        }
        guard let format else {
            let suggestion = Suggestion.word(for: text, among: words)
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        return format
    }
}

extension ParameterSyntax<FilterList> {
    /// A list of CSS filter functions.
    static let filterList = Self(.filterList) { text, parameter throws(ParameterError) in
        do throws(FilterListError) {
            return try FilterList(text)
        } catch {
            throw .css(parameter, error, value: text)
        }
    }
}

extension ParameterSyntax<RenderParameters.MaterialChoice> {
    /// The name of a material, `none`, or `auto`.
    static let material = Self(
        .name(
            MaterialStyle.allCases.map(\.rawValue),
            word: RenderParameter.absent,
            catalog: "/v1/materials"
        )
    ) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return .none }
        if text.isWord(RenderParameter.automatic) { return .legible }
        guard let style = MaterialStyle(named: text) else {
            let names = MaterialStyle.allCases.map(\.rawValue)
            let nearest = Suggestion.word(for: text, among: names)
            throw .malformed(parameter, value: text, suggestion: nearest)
        }
        return .style(style)
    }
}

extension ParameterSyntax<ResourceID?> {
    /// The SHA-256 of a stored picture, or `none`.
    static let digest = Self(.digest) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let digest = Digest(hex: text) else {
            throw .malformed(parameter, value: text, suggestion: Suggestion.digest(for: text))
        }
        return ResourceID(digest: digest.hex)
    }
}

// MARK: Geometry

extension ParameterSyntax<Length> {
    /// A length of at least 0.
    static let length = Self(.length) { text, parameter throws(ParameterError) in
        guard let length = Length(parsing: text), length.amount >= 0 else {
            throw .malformed(parameter, value: text)
        }
        return length
    }
}

// MARK: Colors

extension ParameterSyntax<StraightColor> {
    /// A color of CSS, or `rgb` or `rrggbb` without `#`.
    static let color = Self(.color) { text, parameter throws(ParameterError) in
        let isBare = [3, 6].contains(text.utf8.count) && text.utf8.allSatisfy(\.isHexDigit)
        do throws(FilterListError) {
            return try StraightColor(css: isBare ? "#" + text : text)
        } catch {
            throw .css(parameter, error, value: text)
        }
    }
}

extension ParameterSyntax<StraightColor?> {
    /// A color of CSS, or a word such as `auto`, which is read as nil.
    static func color(or open: String) -> Self {
        Self(.colorOrWord(open)) { text, parameter throws(ParameterError) in
            text.isWord(open) ? nil : try ParameterSyntax<StraightColor>.color.read(text, parameter)
        }
    }
}

extension ParameterSyntax<Color> {
    /// A color of CSS, blended over white and rounded to 8 bits a channel.
    static let opaqueColor = Self(.color) { text, parameter throws(ParameterError) in
        let color = try ParameterSyntax<StraightColor>.color.read(text, parameter)
        func level(_ value: Double) -> UInt8 {
            UInt8(((value * color.alpha + 1 - color.alpha) * 255).rounded())
        }
        return Color(red: level(color.red), green: level(color.green), blue: level(color.blue))
    }
}
