// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The decoder of PNG files.
enum PNGFile: ReadFormat {
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy
    ) throws(CodecError) -> ProbedFile {
        var parser = PNGHeaderParser(limits: limits, damage: policy)
        return try parser.parse(bytes, isWhole: isWhole)
    }

    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let reader = try PNGReader.open(input, file)
        let profile = reader.profile.flatMap { ICCProfile.fitting(file.header.layout, $0) }
        // A profile describes the transfer function itself.
        let gamma = profile == nil ? reader.gamma : nil
        let packing = PackedSamples(file.header.bitDepth)
        let table = gamma.flatMap(TransferTable.init(gamma:))
        return OpenedFile(
            reader: reader,
            conversion: table.map { .tabulate(packing, $0) } ?? .unpack(packing),
            profile: profile
        )
    }
}

extension PNGReader: RowReader {}
