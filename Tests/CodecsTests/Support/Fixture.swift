// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Testing

/// A file that Tests/Fixtures/make-fixtures has made, and the formulas by which it did.
struct Fixture: CustomTestStringConvertible {
    let name: String

    init(_ name: String) { self.name = name }

    static let size = PixelSize(width: 48, height: 32)

    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../Fixtures").standardized

    var testDescription: String { name }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: Self.folder.appending(path: name))) }
    }

    /// Red, green, blue as 8 bits.
    static func rgb(_ x: Int, _ y: Int) -> [Int] {
        [x * 255 / 47, y * 255 / 31, 255 - x * 255 / 47]
    }

    /// The mean of red and green as 8 bits.
    static func gray(_ x: Int, _ y: Int) -> Int { (x * 255 / 47 + y * 255 / 31) / 2 }

    /// Alpha as 8 bits.
    static func alpha(_ y: Int) -> Int { 255 - y * 255 / 31 }

    /// The four inks as 8 bits: how much light a picture of them lets through in a channel.
    static func light(_ x: Int, _ y: Int, _ channel: Int) -> Double {
        let ink = Double(rgb(x, y)[channel]) / 255
        let black = Double(y * 255 / 31 / 2) / 255
        return (1 - ink) * (1 - black)
    }

    /// A picture with the sizes of the fixtures, from 8-bit levels.
    static func picture(
        _ layout: ChannelLayout,
        _ level: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) -> Picture {
        Picture(size, layout) { x, y, channel in UInt16(level(x, y, channel)) * 257 }
    }

    /// A picture with the sizes of the fixtures, from 8-bit levels and the lower byte that the
    /// fixtures of 16 bits have.
    static func deepPicture(
        _ layout: ChannelLayout,
        _ level: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) -> Picture {
        Picture(size, layout) { x, y, channel in UInt16(level(x, y, channel) * 256 + (x ^ y)) }
    }

    /// The picture of most fixtures.
    static var color: Picture { picture(.rgb) { rgb($0, $1)[$2] } }
}
