// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension ResourcePicture {
    /// Decodes a picture that the plan uses.
    convenience init(_ id: ResourceID, _ context: Pipeline.Context) throws(RenderError) {
        guard let source = context.resources[id] else { throw .plan(.missingPicture(id)) }
        try self.init(source, limits: context.limits, cancellation: context.cancellation)
    }

    /// Resamples the picture to its frame: straight, with alpha.
    ///
    /// - Parameters:
    ///   - form: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - cancellation: Checked between two bands.
    /// - Returns: One band with all rows of `rect`.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func framed(
        _ form: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Straight> {
        let axes = form.axes(of: size, in: rect, .lanczos3)
        var whole = Band<Straight>(
            layout: layout.addingAlpha,
            width: size.width,
            capacity: size.height
        )
        pixels.convert(into: &whole)
        let framed = try whole.premultiplied().framed(
            columns: axes.columns,
            rows: axes.rows,
            check: cancellation.check
        )
        return framed.unpremultiplied()
    }

    /// Resamples the alpha of the picture to its frame.
    func presence(
        _ form: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = form.axes(of: size, in: rect, .lanczos3)
        return try pixels.presence(isLuminance: false)
            .framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// Resamples a mask to its frame; by alpha or luminance, as the mask says.
    func presence(
        _ mask: PaneCoverage.PlacedMask,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = mask.form.axes(of: size, in: rect, .mean)
        return try pixels.presence(isLuminance: mask.mask.channel == .luminance)
            .framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// The bytes that resampling a picture to a frame takes until it is done.
    ///
    /// - Parameters:
    ///   - header: The header of its file.
    ///   - form: The frame, and the position of the picture in it.
    ///   - rect: The pixels of the frame to compute.
    ///   - layout: The channels to resample.
    /// - Returns: A number of bytes, without the result and without the picture itself.
    static func framingByteCount(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect,
        layout: ChannelLayout
    ) -> Int {
        let size = header.size
        let (width, height) = (rect.size.width, max(1, rect.size.height))
        // Seven rows wait for each other, or as many as a shrunken row combines.
        let waiting = 8 + 6 * ((size.height + height - 1) / height)
        let sums =
            max(size.width, (1 + min(waiting, size.height)) * width) * MemoryLayout<Float>.stride
        let limits = form.axisLimits(of: size, in: rect)
        return sums
            + FrameAxis.byteCount(positions: rect.size.width, weights: limits.columns)
            + FrameAxis.byteCount(positions: rect.size.height, weights: limits.rows)
            + Band<Straight>.byteCount(layout: layout, width: size.width, capacity: size.height)
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
            // Six lobes, as wide as the pixels that a pixel of the frame covers, and up to two that
            // they touch partly.
            8 * length + 6 * count + (isTiled ? 14 * Int((Double(length) / scale).rounded(.up)) : 0)
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
