// SPDX-License-Identifier: Apache-2.0

import Raster

/// Walks the chunks of a PNG.
///
/// Reference: ISO/IEC 15948:2004, clauses 5 and 11; PNG Specification, third edition, for eXIf and
/// the chunks of animations.
struct PNGHeaderParser {
    private let limits: DecodeLimits
    private var imageHeader: PNGImageHeader?
    private var hasTransparency = false
    private var orientation: Orientation?
    private var hasPixels = false

    init(limits: DecodeLimits) {
        self.limits = limits
    }

    /// Parses a file that begins with the signature.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isWhole: Whether to walk on behind the pixels to the end of the file, and to throw
    ///     `truncated` when it is missing.
    /// - Returns: The header.
    /// - Throws: What ``ImageHeader/probe(_:limits:)`` throws.
    mutating func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool
    ) throws(CodecError) -> ProbedFile {
        var offset = ImageFormat.signatureByteCount
        while true {
            let chunk = try PNGChunk(bytes, at: offset, isWhole: isWhole)
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
        return ProbedFile(header: header(imageHeader))
    }

    private mutating func take(_ chunk: PNGChunk, _ bytes: Span<UInt8>) throws(CodecError) {
        switch chunk.type {
        case .pixels:
            hasPixels = true
        case .animationControl, .frameControl, .frameData:
            throw .animated
        case .transparency:
            hasTransparency = hasTransparency || !hasPixels
        case .exif where orientation == nil && chunk.hasValidChecksum(bytes):
            orientation = TIFFDirectory.orientation(bytes, in: chunk.contents)
        default:
            break
        }
    }

    private func header(_ imageHeader: PNGImageHeader) -> ImageHeader {
        let layout =
            hasTransparency && !imageHeader.layout.hasAlpha
            ? imageHeader.layout.addingAlpha : imageHeader.layout
        let depth: SampleDepth = imageHeader.bitDepth == 16 ? .sixteen : .eight
        let rowByteCount = imageHeader.size.width * layout.channelCount * depth.byteCount
        // The codec's state, its input and the window of inflate; the row, the one before, and the
        // one that is being expanded; a table for gamma.
        let streaming = (512 << 10) + 4 * rowByteCount
        return ImageHeader(
            format: .png,
            codedSize: imageHeader.size,
            orientation: orientation ?? .topLeft,
            layout: layout,
            bitDepth: depth,
            isStreamable: !imageHeader.isInterlaced,
            decoderByteCount: imageHeader.isInterlaced
                ? streaming + rowByteCount * imageHeader.size.height : streaming
        )
    }
}
