// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A mask, stretched to a picture: how much of something there is at each pixel, of 255.
///
/// Where the mask is larger than the picture its pixels are averaged, where it is smaller they are
/// interpolated.
struct MaskPlane {
    /// The samples, row by row.
    private(set) var samples: [UInt8]

    /// Decodes a mask and stretches it.
    ///
    /// - Parameters:
    ///   - mask: One of the context's pictures.
    ///   - size: The extent of the picture.
    ///   - context: The pictures, and who may stop decoding.
    /// - Throws: What decoding finds.
    init(_ mask: Mask, size: PixelSize, context: Pipeline.Context) throws(RenderError) {
        let picture = try context.pictures.picture(mask.picture, context)
        try self.init(picture, mask.channel, size: size, cancellation: context.cancellation)
    }

    /// Stretches a picture.
    ///
    /// - Parameters:
    ///   - picture: The mask.
    ///   - channel: What of it counts.
    ///   - size: The extent that it is stretched to.
    ///   - cancellation: Looked at between rows.
    /// - Throws: That the render is not wanted any more.
    init(
        _ picture: ResourcePicture,
        _ channel: Mask.Channel,
        size: PixelSize,
        cancellation: Cancellation
    ) throws(RenderError) {
        samples = []
        samples.reserveCapacity(size.pixelCount)
        let columns = AxisResampling(from: picture.size.width, to: size.width)
        let rows = AxisResampling(from: picture.size.height, to: size.height)
        // The last two rows of the mask, as wide as the picture: the next row may come of them too.
        var kept: [(row: Int, samples: [Float])] = []
        for y in 0..<size.height {
            if y % bandHeight == 0 { try cancellation.check() }
            let sources = rows.sources(of: y)
            var sum = [Float](repeating: 0, count: size.width)
            for (index, row) in sources.enumerated() {
                if !kept.contains(where: { $0.row == row }) {
                    if kept.count == 2 { kept.removeFirst() }
                    kept.append((row, columns.resample(picture.strengths(row, channel))))
                }
                let weight = rows.weights(of: y)[index]
                for line in kept where line.row == row {
                    for x in sum.indices { sum[x] += weight * line.samples[x] }
                }
            }
            for strength in sum { samples.append(UInt8(min(max(strength.rounded(), 0), 255))) }
        }
    }

    /// The bytes that the mask takes, beside the picture that it is made from.
    static func byteCount(_ header: ImageHeader, size: PixelSize) -> Int {
        size.pixelCount + (size.width + header.size.width) * 16
    }
}

extension ResourcePicture {
    /// How much there is of something along a row, of 255.
    fileprivate func strengths(_ row: Int, _ channel: Mask.Channel) -> [Float] {
        Self.strengths(pixels, row, channel)
    }

    private static func strengths(
        _ pixels: borrowing Band<Straight>,
        _ row: Int,
        _ channel: Mask.Channel
    ) -> [Float] {
        var strengths = [Float](repeating: 255, count: pixels.width)
        if pixels.layout.hasAlpha {
            multiply(&strengths, pixels.row(row, of: pixels.layout.channelCount - 1))
        }
        if channel == .luminance {
            let last = pixels.layout.colorChannelCount - 1
            multiply(
                &strengths,
                pixels.row(row, of: 0),
                pixels.row(row, of: min(1, last)),
                pixels.row(row, of: last)
            )
        }
        return strengths
    }

    private static func multiply(_ strengths: inout [Float], _ row: Span<UInt16>) {
        for x in strengths.indices { strengths[x] *= Float(row[x]) / 65_535 }
    }

    private static func multiply(
        _ strengths: inout [Float],
        _ red: Span<UInt16>,
        _ green: Span<UInt16>,
        _ blue: Span<UInt16>
    ) {
        for x in strengths.indices {
            let luminance =
                0.2126 * Float(red[x]) + 0.7152 * Float(green[x]) + 0.0722 * Float(blue[x])
            strengths[x] *= luminance / 65_535
        }
    }
}
