// SPDX-License-Identifier: Apache-2.0

import Raster

/// The encoder that writes a file: a library, or the PNG encoder of this module.
enum RowWriter: ~Copyable {
    case jpeg(JPEGWriter)
    case png(PNGWriter)
    case stream(PNGStreamWriter)

    /// Begins a file.
    static func open(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> RowWriter {
        switch options {
        case .jpeg(let options):
            return .jpeg(
                try .open(options, size: size, layout: layout, profile: profile, to: output)
            )
        case .png(let options):
            let limit = Int(Int32.max)
            guard size.width <= limit, size.height <= limit else {
                throw .sideTooLong(size, limit: limit)
            }
            return try open(options, size: size, layout: layout, profile: profile, to: output)
        }
    }

    private static func open(
        _ options: PNGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> RowWriter {
        guard let level = options.compression else {
            return .stream(
                try PNGStreamWriter(
                    options.bitDepth,
                    size: size,
                    layout: layout,
                    profile: profile,
                    to: output
                )
            )
        }
        return .png(
            try .open(
                options.bitDepth,
                level: level,
                size: size,
                layout: layout,
                profile: profile,
                to: output
            )
        )
    }

    /// Encodes the next row of interleaved bytes.
    func writeRow(_ row: Span<UInt8>) throws(CodecError) {
        switch self {
        case .jpeg(let writer): try writer.writeRow(row)
        case .png(let writer): try writer.writeRow(row)
        case .stream(let writer): try writer.writeRow(row)
        }
    }

    /// Completes the file.
    func finish() throws(CodecError) {
        switch self {
        case .jpeg(let writer): try writer.finish()
        case .png(let writer): try writer.finish()
        case .stream(let writer): try writer.finish()
        }
    }
}
