// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Raster

/// Small stand-ins for an image that an app shows until the image is loaded.
package struct Placeholder: Sendable {
    /// A color of the palette, with its share of the image.
    package struct Entry: Hashable, Sendable {
        /// The color, in sRGB.
        package let color: Color
        /// The fraction of the image whose pixels are nearest to the color, from 0 to 1.
        package let share: Double
    }

    /// The size of the upright image.
    package let size: PixelSize
    /// The image as the text of a BlurHash.
    package let blurHash: String
    /// The image as the bytes of a ThumbHash.
    package let thumbHash: [UInt8]
    /// The mean color of the image.
    package let average: Color
    /// The mean alpha of the image, from 0 to 1.
    package let opacity: Double
    /// The main colors of the image; empty if it is transparent everywhere.
    package let palette: [Entry]
    /// The color in which a text on the image is more legible: black or white.
    package let text: Color
    /// The contrast that a text in the chosen color reaches in all but the worst twentieth of its
    /// box.
    package let contrast: Double
    /// A PNG file of a few pixels.
    package let tinyPicture: [UInt8]
    /// The kinds of damage in the file that were tolerated.
    package let damage: Set<Damage>

    /// The main color with the largest share; the mean color for a fully transparent image.
    package var dominant: Color { palette.first?.color ?? average }
}
