// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension ResourcePicture {
    /// Decodes the picture that a plan names.
    convenience init(_ id: ResourceID, _ context: Pipeline.Context) throws(RenderError) {
        guard let source = context.resources[id] else {
            preconditionFailure("a picture is missing")
        }
        try self.init(source, limits: context.limits, cancellation: context.cancellation)
    }

    /// The picture in its frame: straight, with alpha.
    ///
    /// - Parameters:
    ///   - form: How it lies there.
    ///   - rect: The pixels that are wanted.
    ///   - cancellation: Looked at between two bands.
    /// - Returns: One band of all rows of that rectangle.
    /// - Throws: That nobody waits any more.
    func framed(
        _ form: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Straight> {
        let axes = form.axes(of: size, in: rect)
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

    /// How much of the picture there is at each pixel of its frame: its alpha.
    func presence(
        _ form: PictureForm,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = form.axes(of: size, in: rect)
        return try pixels.presence(isLuminance: false)
            .framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// A mask stretched to its frame.
    func presence(
        _ mask: PaneCoverage.PlacedMask,
        in rect: PixelRect,
        _ cancellation: Cancellation
    ) throws(RenderError) -> Band<Premultiplied> {
        let axes = mask.form.axes(of: size, in: rect)
        return try pixels.presence(isLuminance: mask.mask.channel == .luminance)
            .framed(columns: axes.columns, rows: axes.rows, check: cancellation.check)
    }

    /// The bytes that it takes to lay a picture into a frame, and that are freed afterwards.
    ///
    /// - Parameters:
    ///   - header: What its file says of itself.
    ///   - form: How it lies there.
    ///   - rect: The pixels that are wanted.
    ///   - layout: The channels that are laid there.
    /// - Returns: A number of bytes, without the result and without the picture itself.
    static func framingByteCount(
        _ header: ImageHeader,
        _ form: PictureForm,
        in rect: PixelRect,
        layout: ChannelLayout
    ) -> Int {
        let size = header.size
        let sums = max(size.width, 3 * rect.size.width) * MemoryLayout<Float>.stride
        let limits = form.axisLimits(of: size, in: rect)
        return sums
            + FrameAxis.byteCount(positions: rect.size.width, weights: limits.columns)
            + FrameAxis.byteCount(positions: rect.size.height, weights: limits.rows)
            + Band<Straight>.byteCount(layout: layout, width: size.width, capacity: size.height)
    }

    /// The work of laying a picture that is decoded into a frame.
    ///
    /// - Parameters:
    ///   - header: What its file says of itself.
    ///   - form: How it lies there.
    ///   - rect: The pixels that are wanted.
    /// - Returns: Passes over a sample.
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
    /// Whether parts of the picture are repeated.
    private var isTiled: Bool { caps?.resizing == .tile }

    /// How many weights an axis of the frame has at most.
    fileprivate func axisLimits(
        of size: PixelSize,
        in rect: PixelRect
    ) -> (columns: Int, rows: Int) {
        func limit(_ length: Int, _ count: Int) -> Int {
            // A pixel of the frame comes of those that it covers and of two that it touches.
            3 * length + count + (isTiled ? Int((Double(length) / scale).rounded(.up)) : 0)
        }
        return (limit(rect.size.width, size.width), limit(rect.size.height, size.height))
    }

    /// How many samples are weighted, at most, to lay one channel of a picture into the frame: those of
    /// the order of columns and rows that ``Band/framed(columns:rows:check:)`` chooses.
    fileprivate func weightLimit(of size: PixelSize, in rect: PixelRect) -> Int {
        let (columns, rows) = axisLimits(of: size, in: rect)
        let rowsFirst = rows * size.width + rect.size.height * columns
        let columnsFirst = (isTiled ? rows : size.height + 8) * columns + rows * rect.size.width
        return min(rowsFirst, 4 * columnsFirst)
    }
}

extension PaneCoverage.PlacedMask {
    /// How a mask lies in its frame.
    var form: PictureForm { PictureForm(picture: mask.picture, frame: frame, mode: .stretch) }
}
