// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser that reads the description of an image (size, colors, orientation, frames) from the
/// chunks of a PNG.
///
/// Reference: ISO/IEC 15948:2004, clauses 5 and 11; PNG Specification, third edition, for eXIf and
/// the chunks of animations.
struct PNGHeaderParser {
    private let limits: DecodeLimits
    private let policy: DamagePolicy
    private let takesAnimations: Bool
    private var damage: Set<Damage> = []
    private var frameCount = 0
    private var isFirstFrame = false
    private var imageHeader: PNGImageHeader?
    private var hasTransparency = false
    private var orientation: Orientation?
    private var hasPixels = false
    private var chunkCount = 0
    private var colors = StatedColors()
    private var profileChunkByteCount = 0
    private var frames: PNGFrames?
    private var shared: [PNGChunk] = []

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - limits: The bounds on the image size.
    ///   - policy: The kinds of damage that are no error.
    ///   - takesAnimations: Whether a file with several frames is accepted.
    init(limits: DecodeLimits, damage policy: DamagePolicy, takesAnimations: Bool) {
        self.limits = limits
        self.policy = policy
        self.takesAnimations = takesAnimations
    }

    /// Parses the header of a file that begins with the PNG signature.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isWhole: Whether to continue after the pixels to the end of the file, whose absence is
    ///     damage.
    /// - Returns: The header.
    /// - Throws: The errors of ``ImageHeader/probe(_:limits:damage:taking:)``.
    mutating func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool
    ) throws(CodecError) -> ProbedFile {
        var offset = PNGChunk.signatureByteCount
        while true {
            guard let chunk = try next(bytes, at: offset, isWhole: isWhole) else { break }
            try count(chunk)
            if imageHeader == nil {
                guard chunk.type != .phoneOptimized else {
                    throw .unsupportedFeature(.phoneOptimized)
                }
                imageHeader = try PNGImageHeader(bytes, chunk, limits: limits)
                shared.append(chunk)
                frames = imageHeader.map { PNGFrames(size: $0.size) }
            } else if chunk.type == .end || (chunk.type == .pixels && !isWhole) {
                guard hasPixels || chunk.type == .pixels else {
                    throw .corrupt(.structure(offset: offset))
                }
                if chunk.type == .end, policy.tolerates(.missingEnd),
                    !chunk.hasValidChecksum(bytes)
                {
                    damage.insert(.missingEnd)
                }
                break
            } else {
                try take(chunk, bytes)
                if isWhole { gather(chunk, bytes) }
            }
            offset = chunk.end
        }
        guard let imageHeader else { throw .corrupt(.structure(offset: offset)) }
        return ProbedFile(
            header: header(imageHeader),
            policy: policy,
            limits: limits,
            colors: colors
        )
    }

    /// Reads the length and type of a chunk; nil where a file ends early but may be decoded.
    private mutating func next(
        _ bytes: Span<UInt8>,
        at offset: Int,
        isWhole: Bool
    ) throws(CodecError) -> PNGChunk? {
        let chunk: PNGChunk
        do throws(CodecError) {
            chunk = try PNGChunk(bytes, at: offset, isWhole: false)
        } catch .truncated where isWhole && hasPixels {
            frames?.cut(in: bytes.bigEndian32(at: offset + 4).map { PNGChunk.Kind($0) })
            try noteCut(byteCount: 0)
            return nil
        }
        guard isWhole, chunk.end > bytes.count else { return chunk }
        // Only a chunk of pixels may be cut.
        guard imageHeader != nil else { throw .truncated }
        try noteCut(byteCount: chunk.end - bytes.count)
        hasPixels = true
        return nil
    }

    /// Records that the file ends early, or throws if the policy does not accept that.
    private mutating func noteCut(byteCount: Int) throws(CodecError) {
        let found: Damage = byteCount > Self.trailerByteCount ? .missingPixels : .missingEnd
        guard policy.tolerates(found) else { throw .truncated }
        damage.formUnion([found, .missingEnd])
    }

    /// The number of bytes without pixels at the end of pixel data: the end of the stream, and
    /// checksums.
    private static let trailerByteCount = 16

    private mutating func count(_ chunk: PNGChunk) throws(CodecError) {
        if !hasPixels { try DecodeLimits.checkHeader(byteCount: chunk.contents.lowerBound) }
        guard chunk.type != .pixels else { return }
        chunkCount += 1
        guard chunkCount <= DecodeLimits.maximumSegmentCount else {
            throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
        }
    }

    private mutating func take(_ chunk: PNGChunk, _ bytes: Span<UInt8>) throws(CodecError) {
        switch chunk.type {
        case .pixels:
            hasPixels = true
        case .animationControl where !hasPixels:
            frameCount = bytes.bigEndian32(at: chunk.contents.lowerBound) ?? 0
            if frameCount > 1, !takesAnimations { throw .animated }
        case .frameControl where !hasPixels:
            isFirstFrame = true
        case .transparency where hasPixels && imageHeader?.layout.hasAlpha == false:
            guard policy.tolerates(.lostTransparency) else {
                throw .corrupt(.structure(offset: chunk.contents.lowerBound))
            }
            damage.insert(.lostTransparency)
        case .transparency:
            hasTransparency = true
        case .profile where !hasPixels:
            guard chunk.contents.count <= DecodeLimits.maximumProfileChunkByteCount else {
                throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
            }
            profileChunkByteCount = max(profileChunkByteCount, chunk.contents.count)
        case .codingPoints where !hasPixels, .standardColor where !hasPixels,
            .gamma where !hasPixels, .chromaticities where !hasPixels:
            try colors.take(chunk, bytes)
        case .exif where orientation == nil && chunk.hasValidChecksum(bytes):
            orientation = TIFFDirectory.orientation(bytes, in: chunk.contents)
        // Foreign: PNGChunk.Kind
        default:
            break
        }
    }

    /// The chunks before the pixels that decide about the colors of all frames.
    private static let sharedKinds: Set<PNGChunk.Kind> = [
        .palette, .transparency, .gamma, .chromaticities, .codingPoints, .profile, .standardColor,
    ]

    /// Gathers the frames of an animation, and the chunks that they share.
    private mutating func gather(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
        frames?.take(chunk, bytes)
        if !hasPixels, Self.sharedKinds.contains(chunk.type) {
            shared.append(chunk)
        }
    }

    private func header(_ imageHeader: PNGImageHeader) -> ImageHeader {
        let layout =
            hasTransparency && !imageHeader.layout.hasAlpha
            ? imageHeader.layout.addingAlpha : imageHeader.layout
        let depth: SampleDepth = imageHeader.bitDepth == 16 ? .sixteen : .eight
        let (madeByteCount, needsTransferTable) = facts(colors, isColor: layout.isColor)
        let profileByteCount = max(
            madeByteCount,
            min(
                profileChunkByteCount * Self.greatestCompression,
                DecodeLimits.maximumProfileByteCount
            )
        )
        var header = ImageHeader(
            format: .png,
            codedSize: imageHeader.size,
            orientation: orientation ?? .topLeft,
            layout: layout,
            bitDepth: depth,
            deliveredDepth: needsTransferTable ? .sixteen : depth,
            isStreamable: !imageHeader.isInterlaced,
            decoderByteCount: imageHeader.decoderByteCount(layout: layout)
                + profileChunkByteCount + 2 * profileByteCount,
            profileByteCount: profileByteCount,
            decodingPasses: imageHeader.isInterlaced || damage.contains(.missingEnd) ? 2 : 1,
            frame: frameCount > 1 ? isFirstFrame ? .first : .still : nil,
            damage: damage
        )
        // Without a gAMA chunk that counts, a profile changes no sample: the frames do without.
        let kept = needsTransferTable ? shared : shared.filter { $0.type != .profile }
        header.motion = frames?.finished(
            layout: layout,
            sharing: kept,
            profileByteCount: needsTransferTable ? profileByteCount : 0
        )
        return header
    }

    /// The size of the ICC profile to make from color chunks, and whether samples must be
    /// re-encoded.
    private func facts(_ colors: StatedColors, isColor: Bool) -> (byteCount: Int, isEncoded: Bool) {
        let space =
            colors.spaceBeforeProfile(isColor: isColor)
            ?? colors.spaceWithoutProfile(isColor: isColor)
        return switch space {
        case .standard: (0, false)
        case .profile(let profile): (profile.count, false)
        case .gamma: (0, true)
        }
    }

    /// The greatest compression ratio of deflate: a match of 258 bytes takes at least two bits.
    private static let greatestCompression = 1032
}
