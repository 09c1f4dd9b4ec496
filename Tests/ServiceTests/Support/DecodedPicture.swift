// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The pixels of a file.
///
/// Shared with the fuzzing executables, which link to this file.
struct DecodedPicture {
    /// The extent.
    let size: PixelSize
    private var planes: [[UInt16]]

    /// Decodes a file.
    init(_ bytes: [UInt8]) throws {
        var decoder = try ImageDecoder(bytes: bytes)
        let layout = decoder.header.layout
        size = decoder.header.codedSize
        planes = Array(repeating: [], count: layout.channelCount)
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 1)
        while true {
            try decoder.decodeRows(into: &band)
            guard band.rowCount > 0 else { break }
            for channel in planes.indices {
                let row = band.row(0, of: channel)
                for x in 0..<size.width { planes[channel].append(row[x]) }
            }
        }
    }

    /// The channels of a pixel, 0 to 65,535.
    subscript(x: Int, y: Int) -> [UInt16] { planes.map { $0[y * size.width + x] } }

    /// The pixels of a part that differ from another picture's.
    func differences(
        from other: DecodedPicture,
        in columns: Range<Int>,
        _ rows: Range<Int>
    ) -> Int {
        rows.reduce(0) { sum, y in
            sum + columns.count { x in self[x, y] != other[x, y] }
        }
    }
}
