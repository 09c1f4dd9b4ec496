// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The decoder of PNG files.
enum PNGFile: ReadFormat {
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy,
        taking selection: PictureSelection
    ) throws(CodecError) -> ProbedFile {
        var parser = PNGHeaderParser(limits: limits, damage: policy)
        let file = try parser.parse(bytes, isWhole: isWhole)
        if selection.index > 0, file.header.frame != nil {
            throw .unsupportedFeature(.laterFrames)
        }
        try selection.requireFirst()
        return file
    }

    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let reader = try PNGReader.open(input, file)
        let packing = PackedSamples(file.header.bitDepth)
        let isColor = file.header.layout.isColor
        var space = file.colors.spaceBeforeProfile(isColor: isColor)
        if space == nil {
            space = try ICCProfile.accepted(.init(file.header.layout), reader.profile)
                .map { .profile($0) }
        }
        switch space ?? file.colors.spaceWithoutProfile(isColor: isColor) {
        case .standard:
            return OpenedFile(reader: reader, conversion: .unpack(packing), profile: nil)
        case .profile(let profile):
            return OpenedFile(reader: reader, conversion: .unpack(packing), profile: profile)
        case .gamma(let gamma):
            let table = TransferTable(gamma: gamma)
            return OpenedFile(
                reader: reader,
                conversion: table.map { .tabulate(packing, $0) } ?? .unpack(packing),
                profile: nil
            )
        }
    }

    static func profile(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> [UInt8]? {
        // Nothing is decoded before the first row.
        try open(input, file, prefix: prefix).profile
    }
}

extension PNGReader: RowReader {}
