// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The semantic colors of UIKit, named after their use.
package enum SemanticColor: String, Hashable, Sendable, CaseIterable {
    /// The color of primary text.
    case label
    /// The color of secondary text.
    case secondaryLabel
    /// The color of tertiary text.
    case tertiaryLabel
    /// The color of quaternary text.
    case quaternaryLabel
    /// The fill color of thin or small shapes.
    case systemFill
    /// The fill color of medium-size shapes.
    case secondarySystemFill
    /// The fill color of large shapes.
    case tertiarySystemFill
    /// The fill color of large areas with complex content.
    case quaternarySystemFill
    /// The color of separator lines.
    case separator

    /// The color in a light or dark user interface.
    ///
    /// - Parameters:
    ///   - appearance: Light or dark.
    ///   - increasesContrast: Whether contrast is increased.
    /// - Returns: A color with alpha.
    package func color(_ appearance: Appearance, increasesContrast: Bool = false) -> StraightColor {
        let tone = tone(appearance)
        return StraightColor(
            Color(red: tone.gray, green: tone.gray, blue: tone.blue),
            alpha: (increasesContrast ? tone.strongAlpha : tone.alpha) / 100
        )
    }

    /// A color whose red and green are equal, with its alpha at normal and at increased contrast,
    /// in percent.
    private typealias Tone = (gray: UInt8, blue: UInt8, alpha: Double, strongAlpha: Double)

    private func tone(_ appearance: Appearance) -> Tone {
        switch (self, appearance) {
        case (.label, .light): (0x00, 0x00, 100, 100)
        case (.label, .dark): (0xff, 0xff, 100, 100)
        case (.secondaryLabel, .light): (0x3c, 0x43, 60, 68)
        case (.secondaryLabel, .dark): (0xeb, 0xf5, 60, 68)
        case (.tertiaryLabel, .light): (0x3c, 0x43, 30, 38)
        case (.tertiaryLabel, .dark): (0xeb, 0xf5, 30, 38)
        case (.quaternaryLabel, .light): (0x3c, 0x43, 18, 26)
        case (.quaternaryLabel, .dark): (0xeb, 0xf5, 16, 24)
        case (.systemFill, .light): (0x78, 0x80, 20, 28)
        case (.systemFill, .dark): (0x78, 0x80, 36, 44)
        case (.secondarySystemFill, .light): (0x78, 0x80, 16, 24)
        case (.secondarySystemFill, .dark): (0x78, 0x80, 32, 40)
        case (.tertiarySystemFill, .light): (0x76, 0x80, 12, 20)
        case (.tertiarySystemFill, .dark): (0x76, 0x80, 24, 32)
        case (.quaternarySystemFill, .light): (0x74, 0x80, 8, 16)
        case (.quaternarySystemFill, .dark): (0x76, 0x80, 18, 26)
        case (.separator, .light): (0x3c, 0x43, 29, 37)
        case (.separator, .dark): (0x54, 0x58, 60, 68)
        }
    }
}
