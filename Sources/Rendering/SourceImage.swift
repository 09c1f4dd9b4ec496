// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Raster

/// An uploaded image whose header was read and accepted, or a canvas; nothing is decoded yet.
package struct SourceImage: Sendable {
    /// The contents of the uploaded file; empty for a canvas.
    package let bytes: [UInt8]

    /// The format, size and layout that the file's header states.
    package let header: ImageHeader

    /// The kinds of damage in the file that decoding tolerates.
    package var damage: DamagePolicy

    /// The image to decode in a file that has several, or the size at which a drawing becomes
    /// pixels.
    package let selection: PictureSelection

    /// An object that accounts for the memory of the bytes, and is released with the image.
    package var reservation: (any AnyObject & Sendable)?

    /// The color of a canvas; nil for an uploaded image.
    package private(set) var canvas: StraightColor?

    /// The number of pixels of the image.
    package var pixelCount: Int { header.size.pixelCount }

    /// Creates a source from a file, whose header is read and checked.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - limits: The largest size of an image.
    ///   - damage: The kinds of damage with which the image is accepted.
    ///   - selection: The image to take of the file.
    /// - Throws: ``RenderError/codec(_:)`` when the file is no image, or a refused one.
    /// - Complexity: O(the length of the header); allocates nothing that grows with the image.
    package init(
        bytes: [UInt8],
        limits: DecodeLimits,
        damage: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection()
    ) throws(RenderError) {
        do {
            header = try ImageHeader.probe(
                bytes.span,
                limits: limits,
                damage: damage,
                taking: selection
            )
        } catch {
            throw .codec(error)
        }
        guard header.format.isAvailable else {
            throw .codec(ForeignCodecHost.absence(of: header.format))
        }
        self.bytes = bytes
        self.damage = damage
        self.selection = selection
    }

    /// Creates a source from a header that was read before.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - header: The result of an earlier probe of the same bytes.
    ///   - damage: The kinds of damage with which the image is decoded nevertheless.
    ///   - selection: The image to take of the file.
    package init(
        bytes: [UInt8],
        header: ImageHeader,
        damage: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection()
    ) {
        self.bytes = bytes
        self.header = header
        self.damage = damage
        self.selection = selection
    }

    /// Creates a canvas of one color, which needs no file.
    ///
    /// - Parameters:
    ///   - color: The color, in sRGB.
    ///   - size: The width and height.
    ///   - isOpaque: Whether the canvas has no alpha; the color must be opaque then.
    package init(canvas color: StraightColor, size: PixelSize, isOpaque: Bool) {
        self.init(bytes: [], header: ImageHeader(canvas: size, isOpaque: isOpaque))
        canvas = color
    }

    /// Returns the same image with another policy for damage.
    package func tolerating(_ damage: DamagePolicy) -> SourceImage {
        var other = self
        other.damage = damage
        return other
    }

    /// Returns a source for another image of the same file, such as another frame.
    ///
    /// - Parameters:
    ///   - selection: The image to take of the file.
    ///   - limits: The largest size of an image.
    ///   - damage: The kinds of damage with which the image is accepted.
    /// - Returns: The image, with the same reservation.
    /// - Throws: ``RenderError/codec(_:)`` when the file has no such image.
    package func taking(
        _ selection: PictureSelection,
        limits: DecodeLimits,
        damage: DamagePolicy
    ) throws(RenderError) -> SourceImage {
        guard selection != self.selection else { return self }
        var other = try SourceImage(
            bytes: bytes,
            limits: limits,
            damage: damage,
            taking: selection
        )
        other.reservation = reservation
        return other
    }

    /// The number of frames to decode, 1 for a still.
    package var decodedFrameCount: Int { selection.frames?.upperBound ?? 1 }

    /// The number of pixels to decode or compose for all frames, whichever is more; of a still, its pixels.
    package var decodedPixelCount: Int {
        guard let numbers = selection.frames, let motion = header.motion else { return pixelCount }
        return motion.pixelCount(frames: numbers.upperBound)
    }

    /// Returns the moving image of which this is the first frame; nil if the file has no frames, or only such that
    /// cannot be decoded one after the other.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the frames, from 1; nil for all.
    ///   - limits: The bound on the pixels of all frames.
    /// - Returns: The moving image, with the same reservation.
    /// - Throws: ``RenderError/codec(_:)`` when there are fewer frames, or frames with too many pixels.
    package func moving(
        _ numbers: ClosedRange<Int>?,
        limits: DecodeLimits
    ) throws(RenderError) -> SourceImage? {
        guard let motion = header.motion, selection.frame == nil else {
            if let numbers, numbers.upperBound > 1, header.frame == nil {
                throw .codec(.noSuchFrame(count: 1))
            }
            return nil
        }
        let all = 1...motion.frames.count
        let shown = numbers ?? all
        guard all.contains(shown.upperBound) else {
            throw .codec(.noSuchFrame(count: all.upperBound))
        }
        let pixelCount = motion.pixelCount(frames: shown.upperBound)
        guard pixelCount <= limits.maximumMotionPixelCount else {
            throw .codec(
                .tooManyFramePixels(
                    count: pixelCount,
                    frames: shown.upperBound,
                    limit: limits.maximumMotionPixelCount
                )
            )
        }
        var header = header
        header.frame = .several(
            shown == all ? "all" : "\(shown.lowerBound)..\(shown.upperBound)"
        )
        header.layout = motion.layout
        header.isStreamable = false
        header.decoderByteCount += motion.composingByteCount(fileByteCount: bytes.count)
        var selection = selection
        selection.frames = shown
        var other = SourceImage(bytes: bytes, header: header, damage: damage, taking: selection)
        other.reservation = reservation
        return other
    }

    /// Throws if the header shows damage that the policy does not tolerate.
    func check() throws(RenderError) {
        do {
            try header.check(damage)
        } catch {
            throw .codec(error)
        }
    }
}
