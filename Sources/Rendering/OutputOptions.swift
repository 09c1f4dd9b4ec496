// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster

/// The file format of a result, with its options, and the background for formats without alpha.
package struct OutputOptions: Hashable, Sendable {
    /// The file format and its options.
    ///
    /// A format with several bit depths always gets the source depth, whatever the options say:
    /// 16 bits survive, and 8 bits do not grow.
    package var encoding: EncodingOptions

    /// The background color of transparent pixels in a format without alpha; like all colors of a
    /// request, it is converted to the color space of the image.
    package var background: Color

    /// The color space of the result.
    package var profile: ProfileChoice

    /// Creates output options from a file format, a background color and a color space.
    package init(
        encoding: EncodingOptions,
        background: Color = .white,
        profile: ProfileChoice = .keep
    ) {
        self.encoding = encoding
        self.background = background
        self.profile = profile
    }
}

/// The color space of a result.
package enum ProfileChoice: String, Hashable, Sendable, CaseIterable {
    /// The color space of the image, whose color profile is written to the result.
    case keep
    /// sRGB: the image is converted before its effects, as browsers do it.
    case srgb
}

extension OutputOptions: CustomStringConvertible {
    /// The options as canonical text: equal texts mean equal bytes from equal pixels.
    ///
    /// It is part of the cache key of a result.
    package var description: String { value.description }

    /// The options as a record of named fields, from which the canonical text is made.
    package var value: PlanValue {
        var fields = encoding.listing.map { PlanValue.Field($0.name, PlanValue($0.value)) }
        if !encoding.format.keepsAlpha {
            fields.append(.init("background", .text(background.hexadecimal)))
        }
        if profile != .keep { fields.append(.init("profile", .text(profile.rawValue))) }
        return .record(encoding.format.rawValue, fields)
    }
}

extension PlanValue {
    /// Converts the value of an encoder's option: a number, a flag or a word.
    fileprivate init(_ value: EncoderSetting.Value) {
        switch value {
        case .number(let number): self = .number(Double(number))
        case .flag(let flag): self = .flag(flag)
        case .word(let word): self = .text(word)
        }
    }
}

extension Color {
    /// The color as six lowercase hexadecimal digits.
    fileprivate var hexadecimal: String {
        [red, green, blue].map { channel in
            let digits = String(channel, radix: 16)
            return channel < 16 ? "0" + digits : digits
        }.joined()
    }
}
