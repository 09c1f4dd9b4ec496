// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band {
    /// The layout of any row of this band in memory.
    var rowShape: RowShape {
        RowShape(channelCount: layout.channelCount, width: width, planeStride: planeStride)
    }
}

extension Band where Form == Straight {
    /// Fills one row from interleaved bytes.
    ///
    /// The inverse of ``pack(row:as:dither:into:using:)``, bit for bit, for both formats.
    ///
    /// - Parameters:
    ///   - bytes: At least `format.rowByteCount(layout:width:)` bytes; the rest is ignored.
    ///   - format: The format of samples in `bytes`.
    ///   - row: The row to fill, `0..<capacity`; `rowCount` stays as it is.
    ///   - instructionSet: The kernel variant to use.
    package mutating func unpack(
        _ bytes: Span<UInt8>,
        as format: PackedSamples,
        intoRow row: Int,
        using instructionSet: InstructionSet = .current
    ) {
        let shape = rowShape
        precondition(
            bytes.count >= format.rowByteCount(layout: layout, width: width),
            "the bytes do not fill a row"
        )
        var planes = mutablePlanes(ofRow: row)
        switch format {
        case .eightBit: instructionSet.kernels.unpack8(bytes, into: &planes, shape: shape)
        case .sixteenBit: instructionSet.kernels.unpack16(bytes, into: &planes, shape: shape)
        }
    }

    /// Writes one row as interleaved bytes.
    ///
    /// - Parameters:
    ///   - row: The row to read, `0..<capacity`.
    ///   - format: The format of samples in `bytes`.
    ///   - dither: The rounding from 16 to 8 bits; ignored for ``PackedSamples/sixteenBit``.
    ///   - bytes: Room for at least `format.rowByteCount(layout:width:)` bytes; the rest stays.
    ///   - instructionSet: The kernel variant to use.
    package func pack(
        row: Int,
        as format: PackedSamples,
        dither: Dither = .none,
        into bytes: inout MutableSpan<UInt8>,
        using instructionSet: InstructionSet = .current
    ) {
        precondition(
            bytes.count >= format.rowByteCount(layout: layout, width: width),
            "the buffer is too short for a row"
        )
        let planes = planes(ofRow: row)
        switch format {
        case .eightBit:
            instructionSet.kernels.pack8(
                planes,
                addends: dither.addends.span,
                into: &bytes,
                shape: rowShape
            )
        case .sixteenBit:
            instructionSet.kernels.pack16(planes, into: &bytes, shape: rowShape)
        }
    }
}

/// The format of samples in an interleaved row of bytes.
package enum PackedSamples: Hashable, Sendable, CaseIterable {
    /// One byte per sample.
    case eightBit
    /// Two bytes per sample, the more significant first, as in PNG.
    case sixteenBit

    /// The number of bytes for one sample.
    package var bytesPerSample: Int { self == .eightBit ? 1 : 2 }

    /// The number of bytes for one row without padding.
    package func rowByteCount(layout: ChannelLayout, width: Int) -> Int {
        width * layout.channelCount * bytesPerSample
    }
}
