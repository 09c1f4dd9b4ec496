// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension ResourcePicture {
    /// Resamples the picture to its frame.
    ///
    /// - Parameters:
    ///   - place: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - cancellation: Checked between two bands.
    /// - Returns: One band with all rows of `rect`.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func framed(
        _ place: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = place.axes(of: size, in: rect)
        return try pixels.framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// Resamples the picture to its frame, some rows at a time.
    ///
    /// - Parameters:
    ///   - place: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - cancellation: Checked between two bands.
    ///   - body: Called for each band of the frame, from top to bottom.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func forEachFramedBand(
        _ place: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation,
        _ body: (borrowing Band<Premultiplied>) -> Void
    ) throws(RenderError) {
        let axes = place.axes(of: size, in: rect)
        let order = pixels.framingCost(columns: axes.columns, rows: axes.rows).order
        for first in stride(from: rect.rows.lowerBound, to: rect.rows.upperBound, by: 64) {
            let band = try pixels.framed(
                columns: axes.columns,
                rows: axes.rows,
                part: first..<min(first + 64, rect.rows.upperBound),
                order: order,
                check: cancellation.check
            )
            body(band)
        }
    }

    /// The bytes that resampling a picture to a frame takes until it is done.
    ///
    /// - Parameters:
    ///   - header: The header of its file.
    ///   - form: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    /// - Returns: A number of bytes, without the result and without the picture itself.
    static func framingByteCount(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect
    ) -> Int {
        let size = header.size
        let sums = max(size.width, 3 * rect.size.width) * MemoryLayout<Float>.stride
        let limits = form.axisLimits(of: size, in: rect)
        return sums
            + FrameAxis.byteCount(positions: rect.size.width, weights: limits.columns)
            + FrameAxis.byteCount(positions: rect.size.height, weights: limits.rows)
    }

    /// The work of resampling a decoded picture to a frame.
    ///
    /// - Parameters:
    ///   - header: The header of its file.
    ///   - form: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    /// - Returns: The work, in passes over a sample.
    static func framingWork(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect
    ) -> Int {
        let size = header.size
        let channelCount = header.layout.addingAlpha.channelCount
        return channelCount * (2 * size.pixelCount + 2 * form.weightLimit(of: size, in: rect))
    }
}

extension PictureForm {
    /// Whether the middle of the picture is repeated, not stretched.
    private var isTiled: Bool { caps?.resizing == .tile }

    /// The greatest number of weights that the axes of the frame have.
    fileprivate func axisLimits(
        of size: PixelSize,
        in rect: PixelRect
    ) -> (columns: Int, rows: Int) {
        func limit(_ length: Int, _ count: Int) -> Int {
            // A pixel of the frame averages the pixels that it covers, and up to two that it
            // touches partly.
            3 * length + count + (isTiled ? Int((Double(length) / scale).rounded(.up)) : 0)
        }
        return (limit(rect.size.width, size.width), limit(rect.size.height, size.height))
    }

    /// The greatest number of weighted samples when one channel is resampled to the frame.
    ///
    /// Assumes the order of columns and rows that ``Band/framed(columns:rows:check:)`` chooses.
    fileprivate func weightLimit(of size: PixelSize, in rect: PixelRect) -> Int {
        let (columns, rows) = axisLimits(of: size, in: rect)
        let rowsFirst = rows * size.width + rect.size.height * columns
        let columnsFirst = (isTiled ? rows : size.height + 8) * columns + rows * rect.size.width
        return min(rowsFirst, 4 * columnsFirst)
    }
}

extension PaneCoverage.PlacedMask {
    /// The position of the mask in its frame: stretched over it.
    var form: PictureForm { PictureForm(picture: mask.picture, frame: frame, mode: .stretch) }
}
