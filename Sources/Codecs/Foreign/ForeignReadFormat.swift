// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A format whose header is parsed in this module, and whose pixels an external codec decodes.
///
/// The header decides about size, layout and memory before a byte of the file reaches a library. The
/// library must find the same.
protocol ForeignReadFormat: ReadFormat {
    /// The format of the files.
    static var format: ImageFormat { get }

    /// The cost of decoding, in multiples of that of a JPEG of the same size.
    static var decodingPasses: Int { get }

    /// The memory in bytes that the library takes beside file and rows: for each pixel with 8 bits
    /// per sample, and for each file.
    static var libraryByteCount: (pixel: Int, file: Int) { get }

    /// The memory in bytes and the number of pixels that preparing a file of a length for the library takes,
    /// besides copies of the file.
    static func preparation(fileByteCount: Int) -> (byteCount: Int, pixelCount: Int)

    /// Chooses the files that the codec gets to decode an image of a file.
    static func source(_ bytes: [UInt8], _ file: ProbedFile) -> ForeignSource
}

extension ForeignReadFormat {
    /// Nothing by default.
    static func preparation(fileByteCount: Int) -> (byteCount: Int, pixelCount: Int) { (0, 0) }

    /// Returns the file itself by default.
    static func source(_ bytes: [UInt8], _ file: ProbedFile) -> ForeignSource {
        .file(bytes, frame: file.selection.index)
    }

    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy,
        taking selection: PictureSelection
    ) throws(CodecError) -> ProbedFile {
        let parsed = try ForeignFileHeader.parse(
            bytes,
            format,
            isWhole: isWhole,
            frame: selection.index,
            limits: limits
        )
        guard var found = parsed else { throw .unsupportedFormat(format) }
        let isAnimated = found.frameCount > 1
        if isAnimated, selection.frame == nil, !policy.takesFirstFrame { throw .animated }
        guard selection.index < found.frameCount || found.hasUnknownFrames else {
            throw .noSuchFrame(count: found.frameCount)
        }
        if let size = selection.drawnSize {
            try limits.check(size)
            found.size = size
        }
        let channelCount = found.hasInks ? 4 : found.layout.channelCount
        let pixelByteCount = channelCount * found.depth.byteCount
        // Of an image in tiles, those are in memory that are side by side when it is upright.
        let kept = found.tileSize.map {
            $0.pixelCount + found.size.width * min(found.size.height, max($0.width, $0.height))
        }
        let rows = (kept ?? found.size.pixelCount) * pixelByteCount
        // Twice that for samples of two bytes, and for frames that are laid on each other.
        let weight = found.depth.byteCount * (isAnimated ? 2 : 1)
        let pixelCount = found.tileSize?.pixelCount ?? found.size.pixelCount
        let library = pixelCount * libraryByteCount.pixel * weight + libraryByteCount.file
        // A file is copied into the memory that the codec sees, and before that if not all of it is.
        let files =
            found.tileSize == nil
            ? (found.isExcerpted ? 2 : 1) * bytes.count
            : 2 * (found.tileByteCount + Self.excerptByteCount)
        let preparation = preparation(fileByteCount: bytes.count)
        let prepared = (preparation.pixelCount + pixelCount - 1) / pixelCount
        var header = ImageHeader(
            format: format,
            codedSize: found.size,
            orientation: found.orientation,
            layout: found.layout,
            bitDepth: found.depth,
            deliveredDepth: found.hasInks ? .sixteen : found.depth,
            isStreamable: false,
            decoderByteCount: files + preparation.byteCount
                + 2 * found.profileByteCount + rows + library,
            profileByteCount: found.profileByteCount,
            decodingPasses: decodingPasses * (1 + prepared),
            planes: nil,
            frame: isAnimated ? selection.frame.map { .number($0) } ?? .first : nil,
            damage: found.hasGainMap ? [.gainMap] : []
        )
        header.drawing = found.drawing
        header.motion = found.motion
        header.motion?.pixelByteCount =
            4 * found.depth.byteCount + libraryByteCount.pixel * weight
        if let motion = header.motion, selection.index > 0 {
            header.decoderByteCount += motion.composingByteCount(fileByteCount: bytes.count)
            header.decodingPasses *= motion.passes(frames: selection.index + 1)
        }
        var file = ProbedFile(header: header, policy: policy, limits: limits)
        file.selection = selection
        file.componentCount = found.hasInks ? 4 : 0
        if selection.index > 0 { file.composed = found.motion }
        return file
    }

    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let service = try ForeignCodecHost.service(for: format)
        let rows = try source(input.rest(), file).decode(picture(file), service, input)
        for found in Damage.allCases
        where rows.colors.damage.contains(found) && !file.policy.tolerates(found) {
            throw .corrupt(.refused(found))
        }
        let reader = ForeignReader(rows)
        guard file.componentCount == 4 else {
            let profile = try rows.colors.profile(for: .init(file.header.layout))
            let packing = PackedSamples(file.header.bitDepth)
            return OpenedFile(reader: reader, conversion: .unpack(packing), profile: profile)
        }
        let conversion: RowConversion
        if let inks = try ICCProfile.accepted(.inks, rows.colors.profile),
            let tables = TableConversion(.inks(isInverted: false), from: inks, to: nil)
        {
            conversion = .profiledInks(tables)
        } else {
            conversion = .inks(isInverted: false)
        }
        return OpenedFile(reader: reader, conversion: conversion, profile: nil)
    }

    static func profile(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> [UInt8]? {
        guard file.header.profileByteCount > 0, file.componentCount != 4 else { return nil }
        let service = try ForeignCodecHost.service(for: format)
        let colors = try source(input.rest(), file).colors(picture(file), service, input)
        return try colors.profile(for: .init(file.header.layout))
    }

    /// The greatest number of bytes in the boxes of a tile's file, without a color profile.
    private static var excerptByteCount: Int { 64 << 10 }

    private static func picture(_ file: ProbedFile) -> ForeignDecoding {
        let header = file.header
        var picture = ForeignDecoding(
            format,
            size: header.codedSize,
            layout: header.layout,
            depth: header.bitDepth,
            limits: file.limits
        )
        picture.hasInks = file.componentCount == 4
        // A frame is composed with those before it.
        let frameCount = file.selection.index + 1
        picture.allowance = CodecAllowance(
            byteCount: header.decoderByteCount,
            price: CodecPrice.duration(
                passes: CodecPrice.decodingPasses * header.decodingPasses * frameCount,
                sampleCount: header.codedSize.pixelCount * header.layout.channelCount
            )
        )
        return picture
    }
}
