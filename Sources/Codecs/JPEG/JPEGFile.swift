// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The decoder of JPEG files to rows of pixels.
enum JPEGFile: ReadFormat {
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy
    ) throws(CodecError) -> ProbedFile {
        var parser = JPEGHeaderParser(limits: limits, damage: policy)
        return try parser.parse(bytes, isWhole: isWhole)
    }

    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let profile = file.profile(in: prefix)
        let reader = try JPEGReader.open(input, file)
        let conversion: RowConversion =
            file.componentCount == 4
            ? .inks(isInverted: reader.isInverted) : .unpack(PackedSamples(file.header.bitDepth))
        return OpenedFile(
            reader: reader,
            conversion: conversion,
            profile: profile.flatMap { ICCProfile.fitting(file.header.layout, $0) }
        )
    }
}

extension JPEGReader: RowReader {}
