// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the chunks of a PNG.
///
/// Reference: ISO/IEC 15948:2004, clauses 5 and 11; PNG Specification, third edition, for eXIf and
/// the chunks of animations.
struct PNGHeaderParser {
    private let limits: DecodeLimits
    private var imageHeader: PNGImageHeader?
    private var hasTransparency = false
    private var orientation: Orientation?
    private var hasPixels = false
    private var chunkCount = 0
    private var needsTransferTable = false
    private var profileChunkByteCount = 0

    init(limits: DecodeLimits) {
        self.limits = limits
    }

    /// Parses a file that begins with the signature.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isWhole: Whether to continue behind the pixels to the end of the file, and to throw
    ///     `truncated` if that is missing.
    /// - Returns: The header.
    /// - Throws: The errors of ``ImageHeader/probe(_:limits:)``.
    mutating func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool
    ) throws(CodecError) -> ProbedFile {
        var offset = PNGChunk.signatureByteCount
        while true {
            let chunk = try PNGChunk(bytes, at: offset, isWhole: isWhole)
            try count(chunk)
            if imageHeader == nil {
                imageHeader = try PNGImageHeader(bytes, chunk, limits: limits)
            } else if chunk.type == .end || (chunk.type == .pixels && !isWhole) {
                guard hasPixels || chunk.type == .pixels else {
                    throw .corrupt(.structure(offset: offset))
                }
                break
            } else {
                try take(chunk, bytes)
            }
            offset = chunk.end
        }
        guard let imageHeader else { throw .corrupt(.structure(offset: offset)) }
        return ProbedFile(header: header(imageHeader), reader: PNGFile.self)
    }

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
        case .animationControl, .frameControl, .frameData:
            throw .animated
        case .transparency where hasPixels && imageHeader?.layout.hasAlpha == false:
            throw .corrupt(.structure(offset: chunk.contents.lowerBound))
        case .transparency:
            hasTransparency = true
        case .profile where !hasPixels:
            guard chunk.contents.count <= DecodeLimits.maximumProfileChunkByteCount else {
                throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
            }
            profileChunkByteCount = max(profileChunkByteCount, chunk.contents.count)
        case .gamma where !hasPixels:
            let gamma = bytes.bigEndian32(at: chunk.contents.lowerBound) ?? 0
            needsTransferTable = needsTransferTable || TransferTable.isNeeded(gamma: gamma)
        case .exif where orientation == nil && chunk.hasValidChecksum(bytes):
            orientation = TIFFDirectory.orientation(bytes, in: chunk.contents)
        // Foreign: PNGChunk.Kind
        default:
            break
        }
    }

    private func header(_ imageHeader: PNGImageHeader) -> ImageHeader {
        let layout =
            hasTransparency && !imageHeader.layout.hasAlpha
            ? imageHeader.layout.addingAlpha : imageHeader.layout
        let depth: SampleDepth = imageHeader.bitDepth == 16 ? .sixteen : .eight
        let profileByteCount = min(
            profileChunkByteCount * Self.greatestCompression,
            DecodeLimits.maximumProfileByteCount
        )
        return ImageHeader(
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
            decodingPasses: imageHeader.isInterlaced ? 2 : 1
        )
    }

    /// The greatest compression ratio of deflate: a match of 258 bytes takes at least two bits.
    private static let greatestCompression = 1032
}
