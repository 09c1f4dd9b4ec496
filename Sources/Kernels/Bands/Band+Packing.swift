// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band {
    /// How any row of this band lies in memory.
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
    ///   - bytes: At least `format.rowByteCount(layout:width:)` bytes; the rest is not looked at.
    ///   - format: How samples lie in `bytes`.
    ///   - row: The row that is filled, `0..<capacity`; `rowCount` stays as it is.
    ///   - instructionSet: The variant that does it.
    public mutating func unpack(
        _ bytes: Span<UInt8>,
        as format: PackedSamples,
        intoRow row: Int,
        using instructionSet: InstructionSet = .current
    ) {
        let shape = rowShape
        precondition(
            bytes.count >= format.rowByteCount(layout: layout, width: width),
            "too few bytes for a row"
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
    ///   - row: The row that is read, `0..<capacity`.
    ///   - format: How samples shall lie in `bytes`.
    ///   - dither: How 16 bits become 8; without meaning for ``PackedSamples/sixteenBit``.
    ///   - bytes: Room for at least `format.rowByteCount(layout:width:)` bytes; the rest stays.
    ///   - instructionSet: The variant that does it.
    public func pack(
        row: Int,
        as format: PackedSamples,
        dither: Dither = .none,
        into bytes: inout MutableSpan<UInt8>,
        using instructionSet: InstructionSet = .current
    ) {
        precondition(
            bytes.count >= format.rowByteCount(layout: layout, width: width),
            "too little room for a row"
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
