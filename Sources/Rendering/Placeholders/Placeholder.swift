// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Raster

/// Descriptions of a picture that an app shows until the picture is there.
package struct Placeholder: Sendable {
    /// A color of the palette.
    package struct Entry: Hashable, Sendable {
        /// The color.
        package let color: Color
        /// The part of the picture that is nearest to the color, 0 to 1.
        package let share: Double
    }

    /// The size of the upright picture.
    package let size: PixelSize
    /// The BlurHash.
    package let blurHash: String
    /// The ThumbHash.
    package let thumbHash: [UInt8]
    /// The mean color.
    package let average: Color
    /// The mean alpha, 0 to 1.
    package let opacity: Double
    /// The palette; empty for a picture that is transparent everywhere.
    package let palette: [Entry]
    /// The color of a text: black or white.
    package let text: Color
    /// The contrast that all but the worst twentieth of the text's box reach.
    package let contrast: Double
    /// The file of a tiny PNG.
    package let tinyPicture: [UInt8]
    /// The damage of the picture that was tolerated.
    package let damage: Set<Damage>

    /// The color of the largest part; the average for a picture that is transparent everywhere.
    package var dominant: Color { palette.first?.color ?? average }
}
