// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A color conversion for rows of pixels, with tables that are made in advance.
package struct RowColors: Sendable {
    /// The method by which a pixel is converted.
    enum Way: Sendable {
        /// From RGB to RGB by tables and a matrix: decode to light, mix channels, and encode for
        /// the target.
        case light(decoding: [[Float]], PrimaryMatrix, encoding: [[UInt16]])
        /// From gray to gray, by a table with an entry for every 16-bit sample.
        case gray(TransferTable)
        /// From RGB to RGB by Little CMS.
        case tables(TableConversion)
    }

    private let way: Way

    /// Creates a conversion that uses a method with its tables.
    init(_ way: Way) { self.way = way }

    /// The greatest amount of memory that the tables take, in bytes.
    static let byteCount =
        3 * ToneCurve.lightCount
        * (MemoryLayout<Float>.stride + MemoryLayout<UInt16>.stride)

    /// Converts the colors of all rows of a band in place, and leaves its channel layout as it is.
    package func apply(to band: inout Band<Straight>) {
        switch way {
        case .gray(let table):
            for row in 0..<band.rowCount {
                for channel in 0..<band.layout.colorChannelCount {
                    var samples = band.mutableRow(row, of: channel)
                    table.apply(to: &samples)
                }
            }
        case .light(let decoding, let matrix, let encoding):
            Self.apply(decoding, matrix, encoding, to: &band)
        case .tables(let tables): Self.apply(tables, to: &band)
        }
    }

    private static func apply(
        _ decoding: [[Float]],
        _ matrix: PrimaryMatrix,
        _ encoding: [[UInt16]],
        to band: inout Band<Straight>
    ) {
        precondition(band.layout.isColor, "gray samples have a table")
        var red = Samples<Float>(repeating: 0, count: band.width)
        var green = Samples<Float>(repeating: 0, count: band.width)
        var blue = Samples<Float>(repeating: 0, count: band.width)
        let weights = [matrix.rows.0, matrix.rows.1, matrix.rows.2].map(SIMD3<Float>.init)
        for row in 0..<band.rowCount {
            decode(band.row(row, of: 0), decoding[0], into: &red)
            decode(band.row(row, of: 1), decoding[1], into: &green)
            decode(band.row(row, of: 2), decoding[2], into: &blue)
            for channel in 0..<3 {
                var samples = band.mutableRow(row, of: channel)
                encode(
                    red.span(0..<red.count),
                    green.span(0..<green.count),
                    blue.span(0..<blue.count),
                    weights: weights[channel],
                    encoding[channel],
                    into: &samples
                )
            }
        }
    }

    private static func decode(
        _ samples: Span<UInt16>,
        _ table: [Float],
        into light: inout Samples<Float>
    ) {
        var light = light.mutableSpan(0..<light.count)
        for x in samples.indices { light[x] = table[Int(samples[x])] }
    }

    private static func encode(
        _ red: Span<Float>,
        _ green: Span<Float>,
        _ blue: Span<Float>,
        weights: SIMD3<Float>,
        _ table: [UInt16],
        into samples: inout MutableSpan<UInt16>
    ) {
        for x in samples.indices {
            let sum = red[x] * weights.x + green[x] * weights.y + blue[x] * weights.z
            let root = min(max(sum, 0), 1).squareRoot() * 65_535 + 0.5
            samples[x] = table[Int(UInt32(root))]
        }
    }

    private static func apply(_ tables: TableConversion, to band: inout Band<Straight>) {
        var pixels = [UInt16](repeating: 0, count: 3 * band.width)
        var converted = pixels
        for row in 0..<band.rowCount {
            for channel in 0..<3 {
                let samples = band.row(row, of: channel)
                for x in samples.indices { pixels[3 * x + channel] = samples[x] }
            }
            tables.convert(pixels, to: &converted)
            band.deinterleave(converted, intoRow: row)
        }
    }
}

extension Band where Form == Straight {
    /// Stores a row of interleaved RGB pixels in the planes of the band.
    mutating func deinterleave(_ pixels: [UInt16], intoRow row: Int) {
        for channel in 0..<3 {
            var samples = mutableRow(row, of: channel)
            for x in samples.indices { samples[x] = pixels[3 * x + channel] }
        }
    }
}
