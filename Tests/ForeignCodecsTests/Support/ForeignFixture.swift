// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Foundation
import Raster
import Testing

/// A file that Tests/Fixtures/foreign/make-fixtures has made.
struct ForeignFixture: CustomTestStringConvertible {
    let name: String
    let format: any ForeignFormat.Type

    init(_ name: String, _ format: any ForeignFormat.Type) {
        self.name = name
        self.format = format
    }

    static let size = PixelSize(width: 48, height: 32)

    static let folder = URL(filePath: #filePath)
        .appending(path: "../../../Fixtures/foreign").standardized

    var testDescription: String { name }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: Self.folder.appending(path: name))) }
    }

    /// Red, green, blue and alpha at 8 bits.
    static func color(_ x: Int, _ y: Int) -> [Int] {
        [x * 255 / 47, y * 255 / 31, 255 - x * 255 / 47, 255 - y * 255 / 31]
    }

    /// Red lines of one pixel on blue gray.
    static func stripes(_ x: Int, _ y: Int) -> [Int] {
        x % 5 == 2 ? [230, 30, 40] : [70, 90, 120]
    }

    /// Red lines of three pixels on blue gray, which rise by one pixel each.
    static func diagonals(_ x: Int, _ y: Int) -> [Int] {
        (x + y) % 7 < 3 ? [230, 30, 40] : [70, 90, 120]
    }

    /// The mean of red and green, and alpha, at 8 bits.
    static func gray(_ x: Int, _ y: Int) -> [Int] {
        [(x * 255 / 47 + y * 255 / 31) / 2, 255 - y * 255 / 31]
    }
}
