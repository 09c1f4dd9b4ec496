// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// A conversion between samples encoded as sRGB and samples proportional to light, except alpha.
///
/// Reference: IEC 61966-2-1:1999, 5.2.
struct LightTransfer: InPlacePlan {
    /// The direction of a conversion between encoded samples and light.
    enum Direction: Hashable {
        /// From encoded samples to light.
        case decode
        /// From light to encoded samples.
        case encode
    }

    private let table: [UInt16]

    /// Creates a conversion in one direction.
    init(_ direction: Direction) {
        switch direction {
        case .decode: table = Self.decoding
        case .encode: table = Self.encoding
        }
    }

    private static let decoding = table(light)

    /// Returns the linear light of a value encoded as sRGB, both in 0 to 1.
    static func light(_ value: Double) -> Double {
        value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static let encoding = table { light in
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static func table(_ function: (Double) -> Double) -> [UInt16] {
        (0...65_535).map { UInt16((function(Double($0) / 65_535) * 65_535).rounded()) }
    }

    func byteCount(of input: PictureShape) -> Int { 65_536 * MemoryLayout<UInt16>.stride }

    func apply(to band: inout Band<Straight>) {
        for channel in 0..<band.layout.colorChannelCount {
            for offset in 0..<band.rowCount {
                var row = band.mutableRow(offset, of: channel)
                for x in row.indices { row[x] = table[Int(row[x])] }
            }
        }
    }
}
