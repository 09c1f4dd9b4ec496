// SPDX-License-Identifier: Apache-2.0

import CJPEG
import Raster

/// A libjpeg decoder of one file, with its C handle.
@safe
struct JPEGReader: ~Copyable {
    private let handle: OpaquePointer
    private let input: ByteInput

    /// The output of the decoder: rows of interleaved pixels, or MCU rows of planes.
    enum Delivery {
        case pixels
        case planes(JPEGPlanes, JPEGScale)
    }

    /// Opens a file and reads it up to its pixels, or to its end if it has several scans.
    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        as delivery: Delivery = .pixels
    ) throws(CodecError) -> JPEGReader {
        // SAFETY: the context lives as long as `input`; the result owns `input` and the handle.
        guard
            let handle = unsafe cjpeg_decoder_create(
                { context, buffer, capacity in unsafe ByteInput.read(context, buffer, capacity) },
                { context in unsafe ByteInput.proceed(context) },
                input.context
            )
        else { throw .outOfMemory }
        let codec = unsafe JPEGReader(handle: handle, input: input)
        var expectation = cjpeg_expectation()
        expectation.width = UInt32(file.header.codedSize.width)
        expectation.height = UInt32(file.header.codedSize.height)
        expectation.components = UInt32(file.componentCount)
        expectation.scan_limit = UInt32(DecodeLimits.maximumScanCount)
        expectation.memory_limit = file.header.decoderByteCount
        expectation.tolerated = Self.bits.reduce(0) { bits, pair in
            file.policy.tolerates(pair.damage) ? bits | pair.bit.rawValue : bits
        }
        if case .planes(let planes, let scale) = delivery {
            expectation.expect(planes, at: scale)
        }
        // SAFETY: the handle is open.
        try codec.check(unsafe cjpeg_decoder_start(handle, expectation), rowsDecoded: 0)
        return codec
    }

    private init(handle: OpaquePointer, input: ByteInput) {
        // SAFETY: the caller has just created the handle and gives it away.
        unsafe self.handle = handle
        self.input = input
    }

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe cjpeg_decoder_destroy(handle)
    }

    /// The last error message of the library; empty if there was none.
    private var message: String {
        // SAFETY: the text ends with a zero and lives in the open handle.
        unsafe String(cString: cjpeg_decoder_message(handle))
    }

    private static let bits: [(damage: Damage, bit: cjpeg_damage)] = [
        (.surplusData, CJPEG_DAMAGE_SURPLUS), (.missingEnd, CJPEG_DAMAGE_END),
        (.fewerScans, CJPEG_DAMAGE_SCANS), (.restartNumber, CJPEG_DAMAGE_RESTARTS),
        (.missingPixels, CJPEG_DAMAGE_MISSING),
    ]

    /// The damage that was found and tolerated so far.
    var damage: Set<Damage> {
        // SAFETY: the handle is open.
        let found = unsafe cjpeg_decoder_damage(handle)
        if found == 0 { return [] }
        return Set(Self.bits.filter { found & $0.bit.rawValue != 0 }.map(\.damage))
    }

    /// Asks the caller whether the library may go on.
    func mayContinue() -> Bool { input.supervision.mayContinue() }

    /// The tables of the next scan, before any of it is read; nil if this module cannot decode the
    /// scan.
    func scanHeader(componentCount: Int) -> JPEGScanHeader? {
        // SAFETY: the handle is open.
        let scan = unsafe cjpeg_decoder_scan(handle)
        guard scan.is_plain != 0 else { return nil }
        var components: [JPEGScanHeader.Component] = []
        for index in 0..<componentCount {
            guard let quantization = quantization(of: index),
                let dc = codes(of: index, isDC: true),
                let ac = codes(of: index, isDC: false)
            else { return nil }
            components.append(
                JPEGScanHeader.Component(quantization: quantization, dc: dc, ac: ac)
            )
        }
        return JPEGScanHeader(
            offset: scan.offset,
            restartInterval: Int(scan.restart_interval),
            components: components
        )
    }

    private func quantization(of component: Int) -> [UInt16]? {
        // SAFETY: the handle is open, and there is room for 64 divisors.
        let (status, divisors) = unsafe readingDivisors { divisors in
            unsafe cjpeg_decoder_quantization(handle, UInt32(component), divisors)
        }
        return status == CJPEG_OK ? divisors : nil
    }

    private func codes(of component: Int, isDC: Bool) -> JPEGHuffmanTable? {
        // SAFETY: the handle is open, and there is room for 16 counts and 256 symbols.
        let (status, codes) = unsafe JPEGHuffmanTable.reading { counts, symbols in
            unsafe cjpeg_decoder_codes(handle, UInt32(component), isDC ? 1 : 0, counts, symbols)
        }
        return status == CJPEG_OK ? codes : nil
    }

    /// Decodes the next row as interleaved bytes.
    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        // SAFETY: the pointer is used within the closure, and C is told how many bytes it owns.
        let status = unsafe row.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return CJPEG_MISUSED }
            return unsafe cjpeg_decoder_read_row(handle, start, bytes.count)
        }
        try check(status, rowsDecoded: rowsDecoded)
    }

    /// Decodes the next MCU row to samples of every plane.
    func readGroup(into rows: inout PlaneRows, rowsDecoded: Int) throws(CodecError) {
        let places = rows.cPlaces
        var samples = rows.samples.mutableSpan(0..<rows.samples.count)
        // SAFETY: the pointer is used within the closure, and C is told how many bytes it owns, and
        // checks against it where the rows lie.
        let status = unsafe samples.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return CJPEG_MISUSED }
            return unsafe cjpeg_decoder_read_group(handle, start, bytes.count, places)
        }
        try check(status, rowsDecoded: rowsDecoded)
    }

    private func check(_ status: cjpeg_status, rowsDecoded: Int) throws(CodecError) {
        if status == CJPEG_OK { return }
        input.supervision.report(message)
        if let failure = input.failure { throw failure }
        switch status {
        case CJPEG_TRUNCATED: throw .truncated
        case CJPEG_PRECISION_UNSUPPORTED: throw .unsupportedFeature(.precision)
        case CJPEG_SAMPLING_UNSUPPORTED: throw .unsupportedFeature(.sampling)
        case CJPEG_PROCESS_UNSUPPORTED: throw .unsupportedFeature(.process)
        case CJPEG_TOO_MANY_SCANS: throw .tooManyScans(limit: DecodeLimits.maximumScanCount)
        case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
        case CJPEG_INTERRUPTED: throw .interrupted
        default: throw .corrupt(.pixels(rowsDecoded: rowsDecoded))
        }
    }
}
