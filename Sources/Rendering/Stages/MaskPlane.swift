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
    ///   - context: The pictures, and who may stop decoding and stretching.
    /// - Throws: What decoding finds, or that the render is not wanted any more.
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

    /// The bytes that it takes to stretch a mask, and that are freed afterwards, without the picture
    /// that it is made from.
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

    /// The work of stretching a mask that is decoded, in passes over a sample.
    static func work(_ mask: Mask, _ header: ImageHeader, size: PixelSize) -> Int {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return ResourcePicture.framingWork(header, place(mask, on: size).form, in: whole)
            + size.pixelCount
    }
}
