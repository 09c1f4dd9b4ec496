// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPTypes
import RawStructuredFieldValues

/// The traits of a screen from client hints in a request's header fields.
///
/// A hint that is malformed or has an unknown value counts as absent.
///
/// Reference: RFC 8942; W3C, User Preference Media Features Client Hints Headers; for the width of
/// pixels, W3C, Responsive Image Client Hints.
extension PartialTraits {
    /// Creates traits from the client hints in the header fields of a request.
    init(hints fields: HTTPFields) {
        self.init()
        appearance = Self.word(fields[.prefersColorScheme]).flatMap(Appearance.init)
        scale = Self.scale(fields[.devicePixelRatio])
        imageWidth = Self.pixels(fields[.imageWidth])
        viewportWidth = Self.pixels(fields[.viewportWidth])
        switch Self.word(fields[.prefersReducedTransparency]) {
        case "reduce": reducesTransparency = true
        case "no-preference": reducesTransparency = false
        default: break
        }
        switch Self.word(fields[.prefersContrast]) {
        case "more": increasesContrast = true
        case "no-preference", "less", "custom": increasesContrast = false
        default: break
        }
    }

    /// Parses a word in a structured field: a string, which the specification demands, or a token.
    private static func word(_ value: String?) -> String? {
        guard let value else { return nil }
        var parser = StructuredFieldValueParser(Array(value.utf8))
        guard let item = try? parser.parseItemFieldValue() else { return nil }
        switch item.rfc9651BareItem {
        case .string(let word): return word
        case .token(let word): return word
        // Foreign: RFC9651BareItem
        default: return nil
        }
    }

    /// Parses a whole number of pixels above 0, limited to the largest side of a picture.
    private static func pixels(_ value: String?) -> Int? {
        guard let value, value.utf8.count <= 15, value.utf8.allSatisfy(\.isDigit),
            let number = Int(value), number > 0
        else { return nil }
        return min(number, Int(Geometry.sideRange.upperBound))
    }

    /// Parses a number of pixels per point, limited to ``Traits/scaleRange``.
    ///
    /// It is not parsed as a structured field: browsers send more decimals than that syntax allows.
    /// They send a `Float` with the digits of a `Double`; the digits beyond those of a `Float` are
    /// left out.
    private static func scale(_ value: String?) -> Double? {
        guard let value, value.utf8.count <= 32, let first = value.utf8.first, first.isDigit,
            value.utf8.last?.isDigit == true,
            value.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
            let ratio = Float(value), ratio > 0, let number = Double("\(ratio)")
        else { return nil }
        return min(max(number, Traits.scaleRange.lowerBound), Traits.scaleRange.upperBound)
    }
}

extension Traits.Trait {
    /// The header field of the client hint that states the trait.
    var hint: HTTPField.Name {
        switch self {
        case .appearance: .prefersColorScheme
        case .scale: .devicePixelRatio
        case .reduceTransparency: .prefersReducedTransparency
        case .increaseContrast: .prefersContrast
        case .width: .imageWidth
        case .viewportWidth: .viewportWidth
        }
    }

    /// The names of the header fields of the client hints for some traits, in a fixed order.
    static func hints(_ traits: Set<Traits.Trait>) -> [String] {
        allCases.filter(traits.contains).map(\.hint.rawName)
    }
}
