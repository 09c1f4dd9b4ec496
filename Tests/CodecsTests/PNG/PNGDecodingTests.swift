// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Testing

@Suite struct PNGDecodingTests {
    private static let orders = ["", "-interlaced"]

    @Test(arguments: [1, 2, 4, 8], orders)
    func `gray of few bits spans black to white`(depth: Int, order: String) throws {
        let maximum = 1 << depth - 1
        let decoded = try Picture(Fixture("gray\(depth)\(order).png").bytes)
        let expected = Fixture.picture(.gray) { x, y, _ in
            (Fixture.gray(x, y) >> (8 - depth)) * 255 / maximum
        }
        #expect(decoded == expected)
    }

    @Test(arguments: [1, 2, 4, 8], orders)
    func `a palette becomes RGB`(depth: Int, order: String) throws {
        let decoded = try Picture(Fixture("palette\(depth)\(order).png").bytes)
        let expected = Fixture.picture(.rgb) { x, y, channel in
            let index = (x + y) % (1 << depth)
            return [index * 3 % 256, 255 - index, index][channel]
        }
        #expect(decoded == expected)
    }

    @Test(arguments: [8, 16], orders)
    func `RGB keeps its samples`(depth: Int, order: String) throws {
        let decoded = try Picture(Fixture("rgb\(depth)\(order).png").bytes)
        let expected =
            depth == 8 ? Fixture.color : Fixture.deepPicture(.rgb) { Fixture.rgb($0, $1)[$2] }
        #expect(decoded == expected)
    }

    @Test(arguments: [8, 16], orders)
    func `RGB with alpha keeps its samples`(depth: Int, order: String) throws {
        let level = { (x: Int, y: Int, channel: Int) in
            (Fixture.rgb(x, y) + [Fixture.alpha(y)])[channel]
        }
        let decoded = try Picture(Fixture("rgba\(depth)\(order).png").bytes)
        let expected =
            depth == 8 ? Fixture.picture(.rgba, level) : Fixture.deepPicture(.rgba, level)
        #expect(decoded == expected)
    }

    @Test(arguments: [8, 16], orders)
    func `gray with alpha keeps its samples`(depth: Int, order: String) throws {
        let level = { (x: Int, y: Int, channel: Int) in
            [Fixture.gray(x, y), Fixture.alpha(y)][channel]
        }
        let decoded = try Picture(Fixture("gray-alpha\(depth)\(order).png").bytes)
        let expected =
            depth == 8 ? Fixture.picture(.grayAlpha, level) : Fixture.deepPicture(.grayAlpha, level)
        #expect(decoded == expected)
    }

    @Test(arguments: orders)
    func `gray of 16 bits keeps its samples`(order: String) throws {
        let decoded = try Picture(Fixture("gray16\(order).png").bytes)
        #expect(decoded == Fixture.deepPicture(.gray) { x, y, _ in Fixture.gray(x, y) })
    }

    @Test func `pixel data in many chunks is one stream`() throws {
        #expect(try Picture(Fixture("many-pieces.png").bytes) == Fixture.color)
    }

    // MARK: Transparency

    @Test func `palette entries have the alpha of tRNS and others are opaque`() throws {
        let few = try Picture(Fixture("palette2-transparency.png").bytes)
        #expect(few.layout == .rgba)
        #expect((0..<4).map { few.level($0, 0, 3) } == [255, 255, 128, 255])
        let many = try Picture(Fixture("palette8-transparency-interlaced.png").bytes)
        #expect((0..<48).allSatisfy { many.level($0, 1, 3) == $0 + 1 })
    }

    @Test(arguments: [1, 8, 16])
    func `the transparent gray becomes alpha`(depth: Int) throws {
        let decoded = try Picture(Fixture("gray\(depth)-transparency.png").bytes)
        #expect(decoded.layout == .grayAlpha)
        let isTransparent = { (x: Int, y: Int) in
            switch depth {
            case 1: Fixture.gray(x, y) >= 128
            case 8: Fixture.gray(x, y) == 0
            default: Fixture.gray(x, y) * 256 + (x ^ y) == 0
            }
        }
        for y in 0..<32 {
            for x in 0..<48 {
                #expect(decoded.level(x, y, 1) == (isTransparent(x, y) ? 0 : 255))
            }
        }
    }

    @Test(arguments: [8, 16])
    func `the transparent color becomes alpha`(depth: Int) throws {
        let decoded = try Picture(Fixture("rgb\(depth)-transparency.png").bytes)
        #expect(decoded.layout == .rgba)
        #expect(decoded.planes[3].filter { $0 == 0 }.count == 1)
        #expect(decoded.level(0, 0, 3) == 0)
    }

    // MARK: Color

    @Test func `linear samples are encoded as sRGB`() throws {
        let decoded = try Picture(Fixture("gamma-linear.png").bytes)
        for x in 0..<48 {
            let light = Double(x * 255 / 47) / 255
            let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            #expect(abs(Double(decoded.planes[0][x]) - encoded * 65_535) <= 0.5)
        }
    }

    @Test func `alpha has no transfer function`() throws {
        let decoded = try Picture(Fixture("gamma-linear16.png").bytes)
        let plain = try Picture(Fixture("rgba16.png").bytes)
        #expect(decoded.planes[3] == plain.planes[3])
        #expect(decoded.planes[0] != plain.planes[0])
    }

    @Test(arguments: ["gamma-2.2.png", "gamma-overridden.png", "profile.png"])
    func `a gamma that is sRGB's, or overridden, changes nothing`(name: String) throws {
        #expect(try Picture(Fixture(name).bytes) == Fixture.color)
    }

    @Test func `a profile is carried byte for byte`() throws {
        let decoder = try ImageDecoder(bytes: Fixture("profile.png").bytes)
        #expect(try decoder.iccProfile == Fixture("srgb.icc").bytes)
    }

    @Test func `a profile of other channels is dropped`() throws {
        let decoder = try ImageDecoder(bytes: Fixture("profile-of-rgb-on-gray.png").bytes)
        #expect(decoder.iccProfile == nil)
    }

    // MARK: Damage

    @Test(arguments: ["rows-missing.png", "rows-extra.png", "checksum-of-stream.png"])
    func `pixel data of another length or sum is refused`(name: String) throws {
        #expect(throws: CodecError.self) { try Picture(Fixture(name).bytes) }
    }

    @Test func `chunks of pixel data behind a whole stream are damage`() throws {
        let bytes = try Fixture("stream-goes-on.png").bytes
        #expect(throws: CodecError.self) { try Picture(bytes) }
        #expect(try Decoded(bytes, .warn) == Decoded(Fixture.color, [.surplusData]))
    }
}
