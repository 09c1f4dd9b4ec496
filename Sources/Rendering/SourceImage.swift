// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Raster

/// An uploaded picture whose header was read and accepted; nothing is decoded yet.
package struct SourceImage: Sendable {
    /// The file, byte for byte.
    package let bytes: [UInt8]

    /// The format, size and layout that the file's header states.
    package let header: ImageHeader

    /// The kinds of damage with which the picture is decoded nevertheless.
    package var damage: DamagePolicy

    /// An object that accounts for the memory of the bytes, and is released with the picture.
    package var reservation: (any AnyObject & Sendable)?

    /// The number of pixels.
    package var pixelCount: Int { header.size.pixelCount }

    /// Reads the header of a picture.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - limits: The largest size of a picture.
    ///   - damage: The kinds of damage with which the picture is accepted.
    /// - Throws: ``RenderError/codec(_:)`` when the file is no picture, or a refused one.
    /// - Complexity: O(the length of the header); allocates nothing that grows with the picture.
    package init(
        bytes: [UInt8],
        limits: DecodeLimits,
        damage: DamagePolicy = .strict
    ) throws(RenderError) {
        do {
            header = try ImageHeader.probe(bytes.span, limits: limits, damage: damage)
        } catch {
            throw .codec(error)
        }
        self.bytes = bytes
        self.damage = damage
    }

    /// Creates a source from a header that was read before.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - header: The result of an earlier probe of the same bytes.
    ///   - damage: The kinds of damage with which the picture is decoded nevertheless.
    package init(bytes: [UInt8], header: ImageHeader, damage: DamagePolicy = .strict) {
        self.bytes = bytes
        self.header = header
        self.damage = damage
    }

    /// The same picture under another policy.
    package func tolerating(_ damage: DamagePolicy) -> SourceImage {
        SourceImage(bytes: bytes, header: header, damage: damage)
    }

    /// Checks that the damage that the header tells is tolerated.
    func check() throws(RenderError) {
        do {
            try header.check(damage)
        } catch {
            throw .codec(error)
        }
    }
}
