// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The decoder of JPEG files to rows of pixels.
enum JPEGFile: ReadFormat {
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy,
        taking selection: PictureSelection
    ) throws(CodecError) -> ProbedFile {
        try selection.requireFirst()
        var parser = JPEGHeaderParser(limits: limits, damage: policy)
        return try parser.parse(bytes, isWhole: isWhole)
    }

    /// Reads the header of a file whose planes are decoded.
    ///
    /// - Throws: As for a JPEG, and `unsupportedFeature(.planes)` for any other file.
    static func probePlanes(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy
    ) throws(CodecError) -> ProbedFile {
        guard bytes.count >= 2 else { throw .truncated }
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw .unsupportedFeature(.planes) }
        return try probe(
            bytes,
            isWhole: isWhole,
            limits: limits,
            damage: policy,
            taking: PictureSelection()
        )
    }

    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let profile = try profile(input, file, prefix: prefix)
        let inks =
            file.componentCount == 4
            ? try ICCProfile.accepted(.inks, file.profile(in: prefix)) : nil
        let reader = try JPEGReader.open(input, file)
        let conversion = conversion(file, inks)
        return OpenedFile(reader: reader, conversion: conversion, profile: profile)
    }

    static func profile(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> [UInt8]? {
        if file.componentCount == 4 { return nil }
        return try ICCProfile.accepted(.init(file.header.layout), file.profile(in: prefix))
    }

    /// Chooses the conversion of decoded rows; CMYK becomes sRGB, by its ICC profile if there is
    /// one.
    ///
    /// Ink is stored inverted, as Adobe's programs began to, with their marker and without: so all
    /// decoders have it.
    private static func conversion(_ file: ProbedFile, _ inks: [UInt8]?) -> RowConversion {
        guard file.componentCount == 4 else { return .unpack(PackedSamples(file.header.bitDepth)) }
        guard let inks,
            let tables = TableConversion(.inks(isInverted: true), from: inks, to: nil)
        else { return .inks(isInverted: true) }
        return .profiledInks(tables)
    }
}

extension JPEGReader: RowReader {}
