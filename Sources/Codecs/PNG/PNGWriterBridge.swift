// SPDX-License-Identifier: Apache-2.0

import CPNG
import Raster

/// A libpng encoder of one file, with its C handle.
@safe
struct PNGWriter: ~Copyable {
    private let handle: OpaquePointer
    private let output: ByteOutput

    /// Creates an encoder, and writes the chunks before the pixels, with the ICC profile or as
    /// sRGB.
    static func open(
        _ form: PNGForm,
        _ strategy: PNGStrategy,
        level: Int,
        size: PixelSize,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> PNGWriter {
        // SAFETY: the context lives as long as `output`; the result owns `output` and the handle.
        guard
            let handle = unsafe cpng_encoder_create(
                { context, bytes, count in unsafe ByteOutput.write(context, bytes, count) },
                output.context
            )
        else { throw .outOfMemory }
        let codec = unsafe PNGWriter(handle: handle, output: output)
        let parameters = cpng_parameters(
            width: UInt32(size.width),
            height: UInt32(size.height),
            color_type: Int32(form.colorType),
            depth: UInt32(form.bitDepth),
            row_byte_count: form.rowByteCount(width: size.width),
            level: Int32(level),
            strategy: strategy.code
        )
        // SAFETY: the arrays live within the closures, and C is told their sizes.
        let status = unsafe (profile ?? []).withUnsafeBufferPointer { profile in
            unsafe form.paletteContents.withUnsafeBufferPointer { colors in
                unsafe form.paletteAlpha.withUnsafeBufferPointer { alphas in
                    let palette = unsafe cpng_palette(
                        colors: colors.baseAddress,
                        color_count: colors.count / 3,
                        alphas: alphas.baseAddress,
                        alpha_count: alphas.count
                    )
                    return unsafe cpng_encoder_start(
                        handle,
                        parameters,
                        palette,
                        profile.baseAddress,
                        profile.count
                    )
                }
            }
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
        unsafe cpng_encoder_destroy(handle)
    }

    /// The last error message of the library; empty if there was none.
    private var message: String {
        // SAFETY: the text ends with a zero and lives in the open handle.
        unsafe String(cString: cpng_encoder_message(handle))
    }

    /// Encodes the next row, already in the pixel format of the file.
    func writeRow(_ row: Span<UInt8>) throws(CodecError) {
        // SAFETY: the pointer is used within the closure, and C is told how many bytes there are.
        let status = unsafe row.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return CPNG_MISUSED }
            return unsafe cpng_encoder_write_row(handle, start, bytes.count)
        }
        try check(status)
    }

    /// Completes the file after the last row.
    func finish() throws(CodecError) {
        // SAFETY: the handle is open.
        try check(unsafe cpng_encoder_finish(handle))
    }

    private func check(_ status: cpng_status) throws(CodecError) {
        if status == CPNG_OK { return }
        output.supervision.report(message)
        switch status {
        case CPNG_SINK_CLOSED: throw .sinkClosed
        case CPNG_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .encoderFailed
        }
    }
}
