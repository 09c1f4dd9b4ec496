// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Kernels
import KernelsTestSupport
import Raster
import TestSupport

/// A whole picture to be encoded.
final class BenchmarkPicture {
    let band: Band<Straight>

    init(_ band: consuming Band<Straight>) { self.band = band }

    /// Decodes a file.
    convenience init(decoding file: [UInt8]) throws {
        var decoder = try ImageDecoder(bytes: file)
        let header = decoder.header
        var band = Band<Straight>(
            layout: header.layout,
            width: header.codedSize.width,
            capacity: header.codedSize.height
        )
        try decoder.decodeRows(into: &band)
        self.init(band)
    }

    /// Draws a picture, of color that is not premultiplied, as fractions of white.
    convenience init(
        _ size: PixelSize,
        _ layout: ChannelLayout,
        light: (_ channel: Int, _ x: Int, _ y: Int) -> Double
    ) {
        self.init(
            Band(layout: layout, width: size.width, height: size.height) { channel, y, x in
                // As an 8-bit file has it.
                UInt16((min(1, max(0, light(channel, x, y))) * 255).rounded()) * 257
            }
        )
    }

    var size: PixelSize { PixelSize(width: band.width, height: band.rowCount) }

    /// A sample by its channel, column and row.
    func sample(_ channel: Int, _ x: Int, _ y: Int) -> UInt16 {
        Self.sample(of: band, channel, x, y)
    }

    private static func sample(
        of band: borrowing Band<Straight>,
        _ channel: Int,
        _ x: Int,
        _ y: Int
    ) -> UInt16 {
        let row = band.row(y, of: channel)
        return row[x]
    }

    /// The picture after a blur of its premultiplied color.
    func blurred(sigma: Float) -> BenchmarkPicture {
        let copy = Band<Straight>(
            layout: band.layout,
            width: band.width,
            height: band.rowCount
        ) { channel, y, x in sample(channel, x, y) }
        let result = BlurHarness.blurred(
            copy.premultiplied(using: .current),
            sigma: sigma,
            edge: .clamp
        )
        return BenchmarkPicture(result.unpremultiplied(using: .current))
    }

    /// Writes the picture as a PNG.
    ///
    /// - Returns: The bytes of the file.
    func encode(_ options: PNGOptions) throws -> Int {
        var byteCount = 0
        var encoder = try ImageEncoder(.png(options), size: size, layout: band.layout) {
            byteCount += $0.count
        }
        try encoder.encodeRows(band)
        try encoder.finish()
        return byteCount
    }
}
