// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Synchronization

/// Small pictures that the tests make themselves.
enum Picture {
    /// A gradient as a file in a format.
    static func file(_ options: EncodingOptions, width: Int = 40, height: Int = 30) throws -> Data {
        let bytes = Mutex(Data())
        let size = PixelSize(width: width, height: height)
        var encoder = try ImageEncoder(options, size: size, layout: .rgb, iccProfile: nil) {
            chunk in
            bytes.withLock { $0 += chunk }
        }
        var band = Band<Straight>(layout: .rgb, width: width, capacity: height)
        for channel in 0..<3 {
            for y in 0..<height {
                var row = band.mutableRow(y, of: channel)
                for x in 0..<width { row[x] = UInt16((x * 4 + y * channel * 2) % 256) * 257 }
            }
        }
        band.rowCount = height
        try encoder.encodeRows(band)
        try encoder.finish()
        return bytes.withLock { $0 }
    }

    static func png() throws -> Data { try file(.png(PNGOptions())) }

    static func jpeg() throws -> Data { try file(.jpeg(JPEGOptions())) }
}

extension Data {
    /// The format and size that a whole file's header tells.
    var header: ImageHeader? {
        try? ImageHeader.probe(Array(self).span, limits: DecodeLimits())
    }
}
