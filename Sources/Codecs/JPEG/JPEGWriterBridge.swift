// SPDX-License-Identifier: Apache-2.0

import CJPEG
import Raster

/// A libjpeg encoder of one file, with its C handle.
@safe
struct JPEGWriter: ~Copyable {
    private let handle: OpaquePointer
    private let output: ByteOutput

    /// The input of the encoder: rows of interleaved pixels, MCU rows of planes, or headers alone.
    enum Input {
        case pixels
        case planes
        case headers
    }

    /// The greatest width or height that libjpeg can write.
    private static let maximumSide = 65_500

    /// Creates an encoder of one or three components, and writes the headers with the color
    /// profile.
    static func open(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        input: Input = .pixels,
        to output: ByteOutput
    ) throws(CodecError) -> JPEGWriter {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .sideTooLong(size, limit: maximumSide)
        }
        // SAFETY: the context lives as long as `output`; the result owns `output` and the handle.
        guard
            let handle = unsafe cjpeg_encoder_create(
                { context, bytes, count in unsafe ByteOutput.write(context, bytes, count) },
                { context in unsafe ByteOutput.proceed(context) },
                output.context
            )
        else { throw .outOfMemory }
        let codec = unsafe JPEGWriter(handle: handle, output: output)
        let parameters = cjpeg_parameters(
            width: UInt32(size.width),
            height: UInt32(size.height),
            components: UInt32(layout.channelCount),
            quality: Int32(options.quality),
            subsampling: options.subsampling == .s444 ? 1 : 2,
            progressive: options.progressive ? 1 : 0,
            optimized: options.optimized ? 1 : 0,
            codes: options.codes.code,
            is_planar: input == .pixels ? 0 : 1
        )
        // SAFETY: the profile lives within the closure, and C is told its size.
        let start = unsafe input == .headers ? cjpeg_encoder_start_scan : cjpeg_encoder_start
        let status = unsafe (profile ?? []).withUnsafeBufferPointer { bytes in
            unsafe start(handle, parameters, bytes.baseAddress, bytes.count)
        }
        try codec.check(status)
        return codec
    }

    private init(handle: OpaquePointer, output: ByteOutput) {
        // SAFETY: the caller has just created the handle and gives it away.
        unsafe self.handle = handle
        self.output = output
    }

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe cjpeg_encoder_destroy(handle)
    }

    /// The last error message of the library; empty if there was none.
    private var message: String {
        // SAFETY: the text ends with a zero and lives in the open handle.
        unsafe String(cString: cjpeg_encoder_message(handle))
    }

    /// Encodes the next row of interleaved bytes.
    func writeRow(_ row: Span<UInt8>) throws(CodecError) {
        // SAFETY: the pointer is used within the closure, and C is told how many bytes there are.
        let status = unsafe row.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return CJPEG_MISUSED }
            return unsafe cjpeg_encoder_write_row(handle, start, bytes.count)
        }
        try check(status)
    }

    /// Encodes the next MCU row from the samples of every plane.
    func writeGroup(_ rows: borrowing PlaneRows) throws(CodecError) {
        let places = rows.cPlaces
        // SAFETY: the pointer is used within the closure, and C is told how many bytes there are, and
        // checks against it where the rows lie.
        let status = unsafe rows.samples.span(0..<rows.samples.count).withUnsafeBufferPointer {
            bytes in
            guard let start = bytes.baseAddress else { return CJPEG_MISUSED }
            return unsafe cjpeg_encoder_write_group(handle, start, bytes.count, places)
        }
        try check(status)
    }

    /// The quantization table of a component, 64 divisors row by row; for ``Input/headers`` only.
    func quantization(of component: Int) throws(CodecError) -> [UInt16] {
        // SAFETY: the handle is open, and there is room for 64 divisors.
        let (status, divisors) = unsafe readingDivisors { divisors in
            unsafe cjpeg_encoder_quantization(handle, UInt32(component), divisors)
        }
        try check(status)
        return divisors
    }

    /// The Huffman codes of a component's DC or AC coefficients; for ``Input/headers`` only.
    func codes(of component: Int, isDC: Bool) throws(CodecError) -> JPEGEncodingTable {
        // SAFETY: the handle is open, and there is room for 16 counts and 256 symbols.
        let (status, codes) = unsafe JPEGHuffmanTable.reading { counts, symbols in
            unsafe cjpeg_encoder_codes(handle, UInt32(component), isDC ? 1 : 0, counts, symbols)
        }
        try check(status)
        return JPEGEncodingTable(codes)
    }

    /// Completes the file after the last row.
    func finish() throws(CodecError) {
        // SAFETY: the handle is open.
        try check(unsafe cjpeg_encoder_finish(handle))
    }

    private func check(_ status: cjpeg_status) throws(CodecError) {
        if status == CJPEG_OK { return }
        output.supervision.report(message)
        switch status {
        case CJPEG_SINK_CLOSED: throw .sinkClosed
        case CJPEG_OUT_OF_MEMORY: throw .outOfMemory
        case CJPEG_INTERRUPTED: throw .interrupted
        default: throw .encoderFailed
        }
    }
}

extension JPEGOptions.Codes {
    /// The codes as a constant of C.
    fileprivate var code: cjpeg_codes {
        switch self {
        case .standard: CJPEG_STANDARD_CODES
        case .smooth: CJPEG_SMOOTH_CODES
        case .flat: CJPEG_FLAT_CODES
        }
    }
}
