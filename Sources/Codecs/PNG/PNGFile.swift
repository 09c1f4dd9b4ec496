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
        var parser = PNGHeaderParser(
            limits: limits,
            damage: policy,
            takesAnimations: policy.takesFirstFrame || selection.frame != nil
        )
        var file = try parser.parse(bytes, isWhole: isWhole)
        guard let number = selection.frame, let motion = file.header.motion else {
            try selection.requireFirst()
            return file
        }
        guard number <= motion.frames.count else {
            throw .noSuchFrame(count: motion.frames.count)
        }
        file.selection = selection
        file.header.frame = .number(number)
        guard number > 1 || !motion.beginsWithStill else { return file }
        file.composed = motion
        file.header.layout = motion.layout
        file.header.isStreamable = false
        file.header.decoderByteCount += motion.composingByteCount(fileByteCount: bytes.count)
        file.header.decodingPasses *= number
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
        guard file.composed != nil else { return try open(input, file, prefix: prefix).profile }
        // The frames have the profile of the still, which may have other channels.
        let still = try probe(
            prefix.span,
            isWhole: false,
            limits: file.limits,
            damage: file.policy == .strict ? .warn : file.policy,
            taking: PictureSelection()
        )
        return try open(input, still, prefix: prefix).profile
    }
}

extension PNGReader: RowReader {}
