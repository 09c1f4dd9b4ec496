// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A measure of the contrast between a text and its background.
package enum ContrastMeasure: String, Hashable, Sendable, CaseIterable {
    /// The contrast ratio of WCAG 2, in `1...21`.
    ///
    /// Reference: W3C, Web Content Accessibility Guidelines 2.2, relative luminance and contrast
    /// ratio, with the knee of sRGB at .04045.
    case wcag
    /// The magnitude of the lightness contrast Lc of APCA, from 0 to about 108.
    ///
    /// Reference: APCA 0.1.9 (W3 version), A. Somers.
    case apca

    /// The range of contrasts that can be requested.
    package var targetRange: ClosedRange<Double> {
        switch self {
        case .wcag: 1...21
        case .apca: 0...108
        }
    }

    /// The recommended contrast of body text: AA of WCAG 2, or Lc 75.
    package var usualTarget: Double {
        switch self {
        case .wcag: 4.5
        case .apca: 75
        }
    }

    /// The contrast of two opaque, encoded sRGB colors.
    ///
    /// - Parameters:
    ///   - text: The text color; its alpha is ignored.
    ///   - background: The color behind the text; its alpha is ignored.
    /// - Returns: A contrast on the scale of the measure.
    package func contrast(of text: StraightColor, on background: StraightColor) -> Double {
        switch self {
        case .wcag: Self.ratio(Self.luminance(text), Self.luminance(background))
        case .apca: abs(Self.lightnessContrast(text, background))
        }
    }

    // MARK: WCAG 2

    static func luminance(_ color: StraightColor) -> Double {
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private static func linear(_ channel: Double) -> Double {
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }

    private static func ratio(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    // MARK: APCA

    /// The signed lightness contrast Lc of APCA: positive for a text darker than its background,
    /// negative for a lighter one.
    static func lightnessContrast(_ text: StraightColor, _ background: StraightColor) -> Double {
        let (front, back) = (screenLuminance(text), screenLuminance(background))
        if abs(front - back) < 0.0005 { return 0 }
        let isDarkOnLight = back > front
        let contrast =
            isDarkOnLight
            ? (pow(back, 0.56) - pow(front, 0.57)) * 1.14
            : (pow(back, 0.65) - pow(front, 0.62)) * 1.14
        if abs(contrast) < 0.1 { return 0 }
        return (isDarkOnLight ? contrast - 0.027 : contrast + 0.027) * 100
    }

    /// The luminance on a screen, in which nearly black colors are raised a little, as in APCA.
    private static func screenLuminance(_ color: StraightColor) -> Double {
        let luminance =
            0.2126729 * pow(color.red, 2.4) + 0.7151522 * pow(color.green, 2.4)
            + 0.0721750 * pow(color.blue, 2.4)
        return luminance < 0.022 ? luminance + pow(0.022 - luminance, 1.414) : luminance
    }
}
