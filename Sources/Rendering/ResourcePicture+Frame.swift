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
    /// - Returns: One band of all rows of that rectangle.
    func framed(_ form: PictureForm, in rect: PixelRect) -> Band<Straight> {
        let axes = form.axes(of: size, in: rect)
        var whole = Band<Straight>(
            layout: layout.addingAlpha,
            width: size.width,
            capacity: size.height
        )
        pixels.convert(into: &whole)
        return whole.premultiplied().framed(columns: axes.columns, rows: axes.rows)
            .unpremultiplied()
    }

    /// How much of the picture there is at each pixel of its frame: its alpha.
    func presence(_ form: PictureForm, in rect: PixelRect) -> Band<Premultiplied> {
        let axes = form.axes(of: size, in: rect)
        return pixels.presence(isLuminance: false).framed(columns: axes.columns, rows: axes.rows)
    }

    /// A mask stretched to its frame.
    func presence(_ mask: PaneCoverage.PlacedMask, in rect: PixelRect) -> Band<Premultiplied> {
        let form = PictureForm(picture: mask.mask.picture, frame: mask.frame, mode: .stretch)
        let axes = form.axes(of: size, in: rect)
        return pixels.presence(isLuminance: mask.mask.channel == .luminance)
            .framed(columns: axes.columns, rows: axes.rows)
    }

    /// The bytes that it takes to lay a picture into a frame, and that are freed afterwards.
    ///
    /// - Parameters:
    ///   - header: What its file says of itself.
    ///   - layout: The channels that are laid there.
    /// - Returns: A number of bytes, without the result.
    static func framingByteCount(_ header: ImageHeader, layout: ChannelLayout) -> Int {
        let size = header.size
        let sums = size.width * MemoryLayout<Float>.stride
        return byteCount(header) + sums
            + Band<Straight>.byteCount(layout: layout, width: size.width, capacity: size.height)
    }

    /// The work of decoding a picture and laying it into a frame.
    static func framingWork(_ header: ImageHeader) -> Int {
        work(header) + 6 * header.size.pixelCount * header.layout.channelCount
    }
}
