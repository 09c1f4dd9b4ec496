// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

extension ParameterSyntax<FilterList> {
    /// A list of CSS filter functions.
    static let filterList = Self(.filterList) { text, _ throws(ParameterError) in
        do throws(FilterListError) {
            return try FilterList(text)
        } catch {
            throw .filter(error, value: text)
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
        if text == RenderParameter.absent { return .none }
        if text == RenderParameter.automatic { return .legible }
        guard let style = MaterialStyle(named: text) else {
            let names = MaterialStyle.allCases.map(\.rawValue)
            let nearest = Suggestion.word(for: text, among: names)
            throw .malformed(parameter, value: text, suggestion: nearest)
        }
        return .style(style)
    }
}

extension ParameterSyntax<ResourceID?> {
    /// The SHA-256 of a kept picture, or `none`.
    static let digest = Self(.digest) { text, parameter throws(ParameterError) in
        if text == RenderParameter.absent { return nil }
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

extension ParameterSyntax<Color> {
    /// `rgb` or `rrggbb`, with or without `#`, or one of the sixteen basic CSS names.
    static let color = Self(.color) { text, parameter throws(ParameterError) in
        guard let color = Color(parameter: text) else {
            throw .malformed(parameter, value: text)
        }
        return color
    }
}

extension ParameterSyntax<Color?> {
    /// A color, or a word for an open value.
    static func color(or open: String) -> Self {
        Self(.colorOrWord(open)) { text, parameter throws(ParameterError) in
            text == open ? nil : try ParameterSyntax<Color>.color.read(text, parameter)
        }
    }
}

extension Color {
    /// Parses `rgb` or `rrggbb`, with or without `#`, or one of the sixteen basic CSS names.
    fileprivate init?(parameter text: String) {
        if let color = Self.basicNames[text.lowercased()] {
            self = color
            return
        }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "#") }
        guard text.utf8.count - digits.count <= 1, digits.count == 3 || digits.count == 6,
            digits.allSatisfy(\.isHexDigit),
            let value = UInt32(text.suffix(digits.count), radix: 16)
        else { return nil }
        if digits.count == 6 {
            self.init(
                red: UInt8(value >> 16),
                green: UInt8(value >> 8 & 0xff),
                blue: UInt8(value & 0xff)
            )
        } else {
            self.init(
                red: UInt8(value >> 8) * 17,
                green: UInt8(value >> 4 & 15) * 17,
                blue: UInt8(value & 15) * 17
            )
        }
    }

    /// The sixteen basic color keywords.
    ///
    /// Reference: CSS Color Module Level 4, section 6.1.
    static let basicNames: [String: Color] = [
        "black": .black, "white": .white,
        "silver": Color(red: 192, green: 192, blue: 192),
        "gray": Color(red: 128, green: 128, blue: 128),
        "maroon": Color(red: 128, green: 0, blue: 0), "red": Color(red: 255, green: 0, blue: 0),
        "purple": Color(red: 128, green: 0, blue: 128),
        "fuchsia": Color(red: 255, green: 0, blue: 255),
        "green": Color(red: 0, green: 128, blue: 0), "lime": Color(red: 0, green: 255, blue: 0),
        "olive": Color(red: 128, green: 128, blue: 0),
        "yellow": Color(red: 255, green: 255, blue: 0),
        "navy": Color(red: 0, green: 0, blue: 128), "blue": Color(red: 0, green: 0, blue: 255),
        "teal": Color(red: 0, green: 128, blue: 128), "aqua": Color(red: 0, green: 255, blue: 255),
    ]
}
