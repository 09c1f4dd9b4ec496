// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension ResourcePicture {
    /// The greatest memory of an image while or after it is decoded, in bytes.
    static func byteCount(_ header: ImageHeader, as form: PictureUse.Form) -> Int {
        let planner = Self.planner(header)
        // Such images are not decoded ahead.
        let rows = Band<Straight>.byteCount(
            layout: header.layout.addingAlpha,
            width: max(header.codedSize.width, header.size.width),
            capacity: bandHeight
        )
        return header.decoderByteCount + 3 * rows + planner.stages.byteCount()
            + Band<Straight>.byteCount(
                layout: form.layout(of: header.layout),
                width: header.size.width,
                capacity: header.size.height
            )
    }

    /// Plans the stages that turn the image upright, with 16 bits for colors that were converted.
    private static func planner(_ header: ImageHeader) -> StagePlanner {
        var header = header
        header.deliveredDepth = .sixteen
        return StagePlanner(upright: header)
    }

    /// The work of decoding an image, in passes over a sample.
    static func work(_ header: ImageHeader) -> Int {
        header.codedSize.pixelCount * header.layout.channelCount * 4 * header.decodingPasses
    }

    /// Decodes a whole image, and keeps some of its channels.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - form: The samples to keep.
    ///   - limits: The largest size of an image.
    ///   - space: The color space of the image behind; luminance is always in sRGB.
    ///   - cancellation: Checked between two bands, and during long decodes.
    /// - Throws: Errors of decoding.
    convenience init(
        _ source: SourceImage,
        as form: PictureUse.Form,
        limits: DecodeLimits,
        in space: WorkingSpace = .standard,
        cancellation: Cancellation
    ) throws(RenderError) {
        let own: WorkingSpace? =
            switch form {
            case .color: space
            case .luminance: .standard
            case .alpha: nil
            }
        let decoder = try DecodingStage(
            source,
            limits: limits,
            in: own,
            cancellation: cancellation,
            pool: nil
        )
        let pipeline = Pipeline(
            decoder,
            stages: Self.planner(source.header).stages,
            context: StageContext(
                resources: [:],
                limits: limits,
                cancellation: cancellation,
                pictures: ResourcePictures()
            )
        )
        let end = pipeline.end
        let size = end.size
        let layout = form.layout(of: end.layout)
        var pixels = Band<Premultiplied>(
            layout: layout,
            width: size.width,
            capacity: size.height
        )
        var band = end.makeBand()
        while true {
            try end.pull(into: &band)
            if band.rowCount == 0 { break }
            switch form {
            case .color:
                var converted = Band<Straight>(
                    layout: layout,
                    width: size.width,
                    capacity: band.rowCount
                )
                band.convert(into: &converted)
                pixels.append(converted.premultiplied())
            case .alpha: pixels.append(band.presence(isLuminance: false))
            case .luminance: pixels.append(band.presence(isLuminance: true))
            }
        }
        precondition(pixels.rowCount == size.height, "a picture with fewer rows than it said")
        self.init(pixels)
    }
}
