// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension ResourcePicture {
    /// Resamples the image into its frame.
    ///
    /// - Parameters:
    ///   - place: The frame, and the image position in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - kernel: The way in which samples become a pixel.
    ///   - cancellation: Checked between two bands.
    /// - Returns: One band with all rows of `rect`.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func framed(
        _ place: PictureForm,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = place.axes(of: size, in: rect, kernel)
        return try pixels.framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// Resamples the image into its frame, some rows at a time.
    ///
    /// - Parameters:
    ///   - place: The frame, and the image position in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - kernel: The way in which samples become a pixel.
    ///   - cancellation: Checked between two bands.
    ///   - body: Called for each band of the frame, from top to bottom.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func forEachFramedBand(
        _ place: PictureForm,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel,
        _ cancellation: Cancellation,
        _ body: (borrowing Band<Premultiplied>) -> Void
    ) throws(RenderError) {
        let axes = place.axes(of: size, in: rect, kernel)
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

    /// The memory that resampling an image into a frame uses until it is done, in bytes.
    ///
    /// - Parameters:
    ///   - header: The header of its file.
    ///   - form: The frame, and the image position in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - kernel: The way in which samples become a pixel.
    /// - Returns: A number of bytes, without the result and without the image itself.
    static func framingByteCount(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel
    ) -> Int {
        let size = header.size
        let (width, height) = (rect.size.width, max(1, rect.size.height))
        // Seven rows wait for each other, or as many as a shrunken row combines.
        let waiting = 8 + 6 * ((size.height + height - 1) / height)
        let sums =
            max(size.width, (1 + min(waiting, size.height)) * width) * MemoryLayout<Float>.stride
        let limits = form.axisLimits(of: size, in: rect, by: kernel)
        return sums
            + FrameAxis.byteCount(positions: rect.size.width, weights: limits.columns)
            + FrameAxis.byteCount(positions: rect.size.height, weights: limits.rows)
    }

    /// The work of resampling a decoded image into a frame, in passes over a sample.
    ///
    /// - Parameters:
    ///   - header: The header of its file.
    ///   - form: The frame, and the image position in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - kernel: The way in which samples become a pixel.
    /// - Returns: The work, in passes over a sample.
    static func framingWork(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel
    ) -> Int {
        let size = header.size
        let channelCount = header.layout.addingAlpha.channelCount
        let weights = form.weightLimit(of: size, in: rect, by: kernel)
        return channelCount * (2 * size.pixelCount + 2 * weights)
    }
}

extension PictureForm {
    /// Whether the middle of the image is repeated, not stretched.
    private var isTiled: Bool { caps?.resizing == .tile }

    /// The greatest numbers of resampling weights along both axes of the frame.
    fileprivate func axisLimits(
        of size: PixelSize,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel
    ) -> (columns: Int, rows: Int) {
        func limit(_ length: Int, _ count: Int) -> Int {
            let tiled = isTiled ? Int((Double(length) / scale).rounded(.up)) : 0
            return switch kernel {
            // Each sample once, and up to two more that a pixel of the frame touches partly.
            case .mean: 3 * length + count + tiled
            // Six lobes, as wide as the samples that a pixel of the frame covers, and up to two
            // samples that they touch partly.
            case .lanczos3: 8 * length + 6 * count + 14 * tiled
            }
        }
        return (limit(rect.size.width, size.width), limit(rect.size.height, size.height))
    }

    /// The greatest number of multiplications for resampling one channel into the frame.
    ///
    /// Assumes the order of columns and rows that ``Band/framed(columns:rows:check:)`` chooses.
    fileprivate func weightLimit(
        of size: PixelSize,
        in rect: PixelRect,
        by kernel: FrameAxis.Kernel
    ) -> Int {
        let (columns, rows) = axisLimits(of: size, in: rect, by: kernel)
        let rowsFirst = rows * size.width + rect.size.height * columns
        let columnsFirst = (isTiled ? rows : size.height + 8) * columns + rows * rect.size.width
        return min(rowsFirst, 4 * columnsFirst)
    }
}

extension PaneCoverage.PlacedMask {
    /// The mask's image as it is placed in its frame: stretched over it.
    var form: PictureForm { PictureForm(picture: mask.picture, frame: frame, mode: .stretch) }
}
