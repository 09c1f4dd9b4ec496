// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

@Suite struct JPEGPlanesTests {
    private func planes(_ name: String) throws -> JPEGPlanes? {
        let bytes = try Fixture(name + ".jpg").bytes
        return try ImageHeader.probe(bytes.span).planes
    }

    // MARK: Which pictures have planes

    @Test(arguments: [
        ("yuv444", 1, 1), ("yuv422", 2, 1), ("yuv420", 2, 2), ("yuv440", 1, 2), ("yuv411", 4, 1),
        ("yuv410", 4, 2), ("progressive", 2, 2), ("gray", 1, 1),
    ])
    func `tells how densely components are sampled`(
        name: String,
        horizontal: Int,
        vertical: Int
    ) throws {
        let planes = try #require(try self.planes(name))
        #expect(planes.size == Fixture.size)
        #expect(planes.components.count == (name == "gray" ? 1 : 3))
        #expect(planes.components[0].horizontal == horizontal)
        #expect(planes.components[0].vertical == vertical)
        #expect(planes.components.dropFirst().allSatisfy { $0.horizontal == 1 && $0.vertical == 1 })
    }

    @Test(arguments: ["rgb-adobe", "rgb-by-names", "cmyk-adobe", "cmyk-plain", "ycck"])
    func `no planes where the samples are neither gray nor YCbCr`(name: String) throws {
        #expect(try planes(name) == nil)
        #expect(throws: CodecError.unsupportedFeature(.planes)) {
            _ = try JPEGPlaneDecoder(bytes: Fixture(name + ".jpg").bytes)
        }
    }

    @Test func `a PNG has no planes`() throws {
        let bytes = try Fixture("gray8.png").bytes
        #expect(try ImageHeader.probe(bytes.span).planes == nil)
        #expect(throws: CodecError.unsupportedFeature(.planes)) {
            _ = try JPEGPlaneDecoder(bytes: bytes)
        }
    }

    @Test func `no planes where a sample does not stand for whole pixels`() throws {
        let bytes = Self.jpeg([(3, 1), (2, 1), (1, 1)])
        #expect(try ImageHeader.probe(bytes.span).planes == nil)
    }

    // MARK: Color spaces

    private static let jfif = HandMade.segment(
        0xE0,
        Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    )

    private static func adobe(_ transform: UInt8) -> [UInt8] {
        HandMade.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }

    /// Markers, identifiers, and whether libjpeg then reads luminance and color differences.
    private static let signs: [(markers: [[UInt8]], identifiers: [UInt8], isYCbCr: Bool)] = [
        ([], [1, 2, 3], true), ([], [0x52, 0x47, 0x42], false), ([], [0, 1, 2], true),
        ([], [0x42, 0x47, 0x52], true), ([], [0x52, 0x47, 0x41], true),
        ([jfif], [0x52, 0x47, 0x42], true), ([jfif, adobe(0)], [1, 2, 3], true),
        ([adobe(0), jfif], [1, 2, 3], true), ([adobe(0)], [1, 2, 3], false),
        ([adobe(1)], [0x52, 0x47, 0x42], true), ([adobe(2)], [1, 2, 3], true),
        ([adobe(77)], [0x52, 0x47, 0x42], true), ([adobe(0), adobe(1)], [1, 2, 3], true),
        ([adobe(1), adobe(0)], [1, 2, 3], false),
        // Too short to be what they claim, or the wrong marker.
        ([Array(adobe(0)[..<3]) + [13] + adobe(0)[4..<15]], [1, 2, 3], true),
        ([Array(jfif[..<3]) + [15] + jfif[4..<17]], [0x52, 0x47, 0x42], false),
        ([[0xFF, 0xE1] + jfif[2...]], [0x52, 0x47, 0x42], false),
        ([[0xFF, 0xED] + adobe(0)[2...]], [1, 2, 3], true),
    ]

    @Test(arguments: signs.indices)
    func `reads the signs of a color space as libjpeg does`(index: Int) throws {
        let (markers, identifiers, isYCbCr) = Self.signs[index]
        let bytes = Self.jpeg(
            [(1, 1), (1, 1), (1, 1)],
            identifiers: identifiers,
            markers: Array(markers.joined())
        )
        #expect((try ImageHeader.probe(bytes.span).planes != nil) == isYCbCr)
        // The library agrees, or this would be corrupt; and it does not agree with the opposite.
        let size = PixelSize(width: 16, height: 16)
        let planes = JPEGPlanes(JPEGOptions(subsampling: .s444), size: size, layout: .rgb)
        let refusal = CodecError.corrupt(.pixels(rowsDecoded: 0))
        #expect(Self.refusal(of: bytes, as: planes) == (isYCbCr ? nil : refusal))
    }

    // MARK: Shapes

    /// The library compares its own shapes with those computed here before it decodes anything.
    @Test(arguments: JPEGScale.allCases)
    func `knows what the library makes of any sampling`(scale: JPEGScale) throws {
        let factors = (0..<16).map { ($0 / 4 + 1, $0 % 4 + 1) }
        var acceptedCount = 0
        for luminance in factors {
            for color in factors {
                for other in [(1, 1), (2, 1), color] {
                    let bytes = Self.jpeg([luminance, color, other], width: 101, height: 77)
                    guard try ImageHeader.probe(bytes.span).planes != nil else { continue }
                    let refusal = Self.refusal {
                        _ = try JPEGPlaneDecoder(bytes: bytes, scale: scale)
                    }
                    acceptedCount += refusal == nil ? 1 : 0
                    #expect([nil, .unsupportedFeature(.sampling)].contains(refusal))
                }
            }
        }
        #expect(acceptedCount > 50)
    }

    @Test func `the library's verdict on a shape is heard`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let others = try [
            JPEGPlanes(JPEGOptions(subsampling: .s444), size: Fixture.size, layout: .rgb),
            planes("yuv422"), planes("yuv440"),
        ]
        for planes in others.compactMap({ $0 }) {
            let refusal = Self.refusal(of: bytes, as: planes)
            #expect(refusal == .corrupt(.pixels(rowsDecoded: 0)))
        }
    }

    @Test(arguments: [
        (JPEGScale.full, 8, 8), (.half, 4, 8), (.quarter, 2, 4), (.eighth, 1, 2),
    ])
    func `color of half the samples is decoded at twice the size when scaled`(
        scale: JPEGScale,
        luminance: Int,
        color: Int
    ) {
        let size = PixelSize(width: 4000, height: 3000)
        let planes = JPEGPlanes(JPEGOptions(), size: size, layout: .rgb)
        #expect(planes.shape(of: 0, at: scale).points == luminance)
        #expect(planes.shape(of: 1, at: scale).points == color)
        #expect(planes.shape(of: 0, at: scale).width == 4000 / scale.denominator)
        #expect(planes.shape(of: 1, at: scale).height == 3000 / max(2, scale.denominator))
    }

    @Test func `color of half the columns only is not`() throws {
        let planes = try #require(try self.planes("yuv422"))
        let shape = planes.shape(of: 1, at: .half)
        #expect(shape.points == 4)
        #expect(shape.horizontalPitch == 4 && shape.verticalPitch == 2)
        #expect(shape.width == 12 && shape.height == 16)
    }

    @Test(arguments: [
        (4000, 3000, ChannelLayout.gray, JPEGScale.allCases),
        (4000, 3000, .rgb, JPEGScale.allCases),
        (4004, 3000, .rgb, [.full, .half, .quarter]), (4002, 3000, .rgb, [.full, .half]),
        (4001, 3000, .gray, [.full]), (4001, 3000, .rgb, []),
        (4000, 2999, .gray, [.full]), (4000, 2999, .rgb, []),
        (1, 1, .gray, [.full]), (1, 1, .rgb, []),
    ])
    func `samples are whole when none reaches beyond the edge`(
        width: Int,
        height: Int,
        layout: ChannelLayout,
        scales: [JPEGScale]
    ) {
        let size = PixelSize(width: width, height: height)
        let planes = JPEGPlanes(JPEGOptions(), size: size, layout: layout)
        #expect(JPEGScale.allCases.filter(planes.hasWholeSamples) == scales)
        #expect(planes.hasWholeSamples() == scales.contains(.full))
    }

    /// The error for a file when the caller expects other planes than those in its header.
    private static func refusal(of bytes: [UInt8], as planes: JPEGPlanes) -> CodecError? {
        refusal {
            _ = try JPEGPlaneDecoder(bytes, expecting: planes, reading: .usual)
        }
    }

    private static func refusal(_ body: () throws -> Void) -> CodecError? {
        do {
            try body()
            return nil
        } catch {
            return error as? CodecError
        }
    }

    /// A JPEG up to its first scan, with tables enough to begin with it, and its end.
    private static func jpeg(
        _ factors: [(Int, Int)],
        identifiers: [UInt8] = [1, 2, 3],
        markers: [UInt8] = [],
        width: Int = 16,
        height: Int = 16
    ) -> [UInt8] {
        var frame: [UInt8] = [8, 0, UInt8(height), 0, UInt8(width), UInt8(factors.count)]
        var scan: [UInt8] = [UInt8(factors.count)]
        for (identifier, factor) in zip(identifiers, factors) {
            frame += [identifier, UInt8(factor.0 << 4 | factor.1), 0]
            scan += [identifier, 0]
        }
        let table = HandMade.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        return [0xFF, 0xD8] + markers + table + HandMade.segment(0xC0, frame)
            + HandMade.segment(0xDA, scan + [0, 63, 0]) + [0xFF, 0xD9]
    }
}
