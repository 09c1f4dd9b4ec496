// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A picture that the plan uses beside the source, decoded whole and upright: a mask or a content.
final class ResourcePicture {
    /// The extent, upright.
    let size: PixelSize

    /// The channels.
    let layout: ChannelLayout

    /// All rows of the picture, in one band.
    private(set) var pixels: Band<Straight>

    /// The greatest memory of a picture during or after decoding, in bytes.
    static func byteCount(_ header: ImageHeader) -> Int {
        let planner = StagePlanner(upright: header)
        // Such pictures are not decoded ahead.
        let rows = Band<Straight>.byteCount(
            layout: header.layout,
            width: max(header.codedSize.width, header.size.width),
            capacity: bandHeight
        )
        return planner.stages.reduce(header.decoderByteCount + 2 * rows) { $0 + $1.byteCount }
            + Band<Straight>.byteCount(
                layout: header.layout,
                width: header.size.width,
                capacity: header.size.height
            )
    }

    /// The work of decoding the picture.
    static func work(_ header: ImageHeader) -> Int {
        header.codedSize.pixelCount * header.layout.channelCount * 4 * header.decodingPasses
    }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - limits: The largest size of a picture.
    ///   - cancellation: Checked between two bands, and during long decodes.
    /// - Throws: Errors of decoding.
    init(
        _ source: SourceImage,
        limits: DecodeLimits,
        cancellation: Cancellation
    ) throws(RenderError) {
        let decoder = try DecodingStage(
            source,
            limits: limits,
            cancellation: cancellation,
            pool: nil
        )
        let pipeline = Pipeline(
            decoder,
            stages: StagePlanner(upright: source.header).stages,
            context: Pipeline.Context(resources: [:], limits: limits, cancellation: cancellation)
        )
        size = pipeline.end.size
        layout = pipeline.end.layout
        pixels = Band(layout: layout, width: size.width, capacity: size.height)
        var band = pipeline.end.makeBand()
        while true {
            try pipeline.end.pull(into: &band)
            if band.rowCount == 0 { break }
            pixels.append(band)
        }
        precondition(pixels.rowCount == size.height, "a picture with fewer rows than it said")
    }
}
