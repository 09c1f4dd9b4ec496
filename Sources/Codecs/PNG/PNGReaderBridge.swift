// SPDX-License-Identifier: Apache-2.0

import CPNG
import Raster

/// A libpng decoder of one file, with its C handle.
@safe
struct PNGReader: ~Copyable {
    private let handle: OpaquePointer
    private let input: ByteInput

    /// The ICC profile in the iCCP chunk, not checked yet.
    private(set) var profile: [UInt8]?

    /// Opens a file and reads it up to its pixels.
    static func open(_ input: ByteInput, _ file: ProbedFile) throws(CodecError) -> PNGReader {
        // SAFETY: the context lives as long as `input`; the result owns `input` and the handle.
        guard
            let handle = unsafe cpng_decoder_create(
                { context, buffer, capacity in unsafe ByteInput.read(context, buffer, capacity) },
                { context in unsafe ByteInput.proceed(context) },
                input.context
            )
        else { throw .outOfMemory }
        var codec = unsafe PNGReader(handle: handle, input: input)
        try codec.start(file)
        return codec
    }

    private init(handle: OpaquePointer, input: ByteInput) {
        // SAFETY: the caller has just created the handle and gives it away.
        unsafe self.handle = handle
        self.input = input
    }

    private mutating func start(_ file: ProbedFile) throws(CodecError) {
        let expectation = cpng_expectation(
            width: UInt32(file.header.codedSize.width),
            height: UInt32(file.header.codedSize.height),
            channels: UInt32(file.header.layout.channelCount),
            depth: UInt32(file.header.bitDepth.rawValue),
            profile_limit: DecodeLimits.maximumProfileByteCount,
            profile_chunk_limit: DecodeLimits.maximumProfileChunkByteCount,
            tolerated: Self.bits.reduce(0) { bits, pair in
                file.policy.tolerates(pair.damage) ? bits | pair.bit.rawValue : bits
            }
        )
        // SAFETY: a structure of C that is all zeros holds no pointer.
        var colors = unsafe cpng_colors()
        // SAFETY: the handle is open, and `colors` is written before the call returns.
        try check(unsafe cpng_decoder_start(handle, expectation, &colors), rowsDecoded: 0)
        // SAFETY: the decoder owns the profile until it is dropped; it is copied here.
        profile = unsafe colors.profile.map { start in
            unsafe Array(UnsafeBufferPointer(start: start, count: colors.profile_byte_count))
        }
        // SAFETY: the handle is open, and the profile of the library is not used from here on.
        unsafe cpng_decoder_drop_profile(handle)
    }

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe cpng_decoder_destroy(handle)
    }

    /// The last error message of the library; empty if there was none.
    private var message: String {
        // SAFETY: the text ends with a zero and lives in the open handle.
        unsafe String(cString: cpng_decoder_message(handle))
    }

    private static let bits: [(damage: Damage, bit: cpng_damage)] = [
        (.surplusData, CPNG_DAMAGE_SURPLUS), (.wrongChecksum, CPNG_DAMAGE_CHECKSUM),
        (.missingEnd, CPNG_DAMAGE_END), (.paletteIndex, CPNG_DAMAGE_PALETTE),
        (.lostTransparency, CPNG_DAMAGE_TRANSPARENCY), (.missingPixels, CPNG_DAMAGE_MISSING),
    ]

    /// The damage that was found and tolerated so far.
    var damage: Set<Damage> {
        // SAFETY: the handle is open.
        let found = unsafe cpng_decoder_damage(handle)
        if found == 0 { return [] }
        return Set(Self.bits.filter { found & $0.bit.rawValue != 0 }.map(\.damage))
    }

    /// Decodes the next row as interleaved bytes.
    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        // SAFETY: the pointer is used within the closure, and C is told how many bytes it owns.
        let status = unsafe row.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return CPNG_MISUSED }
            return unsafe cpng_decoder_read_row(handle, start, bytes.count)
        }
        try check(status, rowsDecoded: rowsDecoded)
    }

    private func check(_ status: cpng_status, rowsDecoded: Int) throws(CodecError) {
        if status == CPNG_OK { return }
        input.supervision.report(message)
        if let failure = input.failure { throw failure }
        switch status {
        case CPNG_TRUNCATED: throw .truncated
        case CPNG_CHUNK_UNSUPPORTED: throw .unsupportedFeature(.criticalChunk)
        case CPNG_PROFILE_TOO_LARGE:
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        case CPNG_OUT_OF_MEMORY: throw .outOfMemory
        case CPNG_INTERRUPTED: throw .interrupted
        default: throw .corrupt(.pixels(rowsDecoded: rowsDecoded))
        }
    }
}
