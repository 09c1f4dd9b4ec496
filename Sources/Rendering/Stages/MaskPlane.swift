// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A mask resampled to the size of an image: a weight of `0...255` for each pixel.
///
/// A larger mask is averaged, a smaller one is interpolated.
struct MaskPlane {
    /// The weights of all pixels, row by row.
    private(set) var samples: [UInt8]

    /// Decodes a mask and resamples it to the size of an image.
    ///
    /// - Parameters:
    ///   - mask: A mask whose image is in the context.
    ///   - size: The image extent.
    ///   - context: The images, and the cancellation of the render.
    /// - Throws: Errors of decoding, or of cancellation.
    init(_ mask: Mask, size: PixelSize, context: StageContext) throws(RenderError) {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let placed = Self.place(mask, on: size)
        let picture = try context.pictures.presence(placed, context)
        var samples: [UInt8] = []
        samples.reserveCapacity(size.pixelCount)
        try picture.forEachFramedBand(
            placed.form,
            in: whole,
            by: .mean,
            context.cancellation
        ) { band in
            for y in 0..<band.rowCount {
                let row = band.row(y, of: 0)
                for x in 0..<size.width { samples.append(UInt8((UInt32(row[x]) + 128) / 257)) }
            }
        }
        self.samples = samples
    }

    private static func place(_ mask: Mask, on size: PixelSize) -> PaneCoverage.PlacedMask {
        let (width, height) = (Double(size.width), Double(size.height))
        return PaneCoverage.PlacedMask(
            mask,
            frame: Rectangle(x: 0, y: 0, width: width, height: height)
        )
    }

    /// The memory for resampling a mask in bytes, without the decoded image and the result.
    static func passingByteCount(_ mask: Mask, _ header: ImageHeader, size: PixelSize) -> Int {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let form = place(mask, on: size).form
        return ResourcePicture.framingByteCount(header, form, in: whole, by: .mean)
            + Band<Premultiplied>.byteCount(layout: .gray, width: size.width, capacity: 64)
    }

    /// The work of resampling a decoded mask, in passes over a sample.
    static func work(_ mask: Mask, _ header: ImageHeader, size: PixelSize) -> Int {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let form = place(mask, on: size).form
        return ResourcePicture.framingWork(header, form, in: whole, by: .mean) + size.pixelCount
    }
}
