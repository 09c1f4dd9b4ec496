// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A mask resampled to a picture: a weight of `0...255` for each pixel.
///
/// A larger mask is averaged, a smaller one is interpolated.
struct MaskPlane {
    /// The samples, row by row.
    private(set) var samples: [UInt8]

    /// Decodes a mask and resamples it.
    ///
    /// - Parameters:
    ///   - mask: A mask whose picture is in the context.
    ///   - size: The extent of the picture.
    ///   - context: The pictures, and the cancellation of the render.
    /// - Throws: Errors of decoding, or of cancellation.
    init(_ mask: Mask, size: PixelSize, context: Pipeline.Context) throws(RenderError) {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let presence = try context.pictures.picture(mask.picture, context)
            .presence(Self.place(mask, on: size), in: whole, context.cancellation)
        samples = []
        samples.reserveCapacity(size.pixelCount)
        for y in 0..<size.height {
            let row = presence.row(y, of: 0)
            for x in 0..<size.width { samples.append(UInt8((UInt32(row[x]) + 128) / 257)) }
        }
    }

    private static func place(_ mask: Mask, on size: PixelSize) -> PaneCoverage.PlacedMask {
        let (width, height) = (Double(size.width), Double(size.height))
        return PaneCoverage.PlacedMask(
            mask,
            frame: Rectangle(x: 0, y: 0, width: width, height: height)
        )
    }

    /// The bytes that resampling a mask takes until it is done, without the decoded picture.
    static func passingByteCount(_ mask: Mask, _ header: ImageHeader, size: PixelSize) -> Int {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return ResourcePicture.framingByteCount(
            header,
            place(mask, on: size).form,
            in: whole,
            layout: .gray
        )
            + Band<Premultiplied>.byteCount(
                layout: .gray,
                width: size.width,
                capacity: size.height
            )
    }

    /// The work of resampling a decoded mask, in passes over a sample.
    static func work(_ mask: Mask, _ header: ImageHeader, size: PixelSize) -> Int {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return ResourcePicture.framingWork(header, place(mask, on: size).form, in: whole)
            + size.pixelCount
    }
}
