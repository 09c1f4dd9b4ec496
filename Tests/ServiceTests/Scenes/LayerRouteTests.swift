// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Store
import TestSupport
import Testing

@testable import Service

/// Scenes on canvases, and layers that are not panes, over HTTP.
@Suite struct LayerRouteTests {
    private static let circle =
        #"{"canvas":{"width":100,"height":100},"layers":[{"shape":"ellipse","background":"blue"}]}"#

    static func post(_ text: String, _ query: String = "?format=png") -> Call {
        .post("/v1/render/scene\(query)", Array(text.utf8), SceneRouteTests.json)
    }

    static func drawn(_ text: String, _ query: String = "?format=png") async throws
        -> DecodedPicture
    {
        let reply = try await TestService(.router).send(post(text, query))
        try #require(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
        return try DecodedPicture(reply.body)
    }

    static func alphas(_ picture: DecodedPicture) -> Double {
        var sum = 0.0
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width { sum += Double(picture.rgba(x, y)[3]) / 65_535 }
        }
        return sum
    }

    // MARK: Canvas

    @Test(arguments: Transport.allCases)
    func `draws a circle on a canvas, without an upload`(transport: Transport) async throws {
        let reply = try await TestService(transport).send(Self.post(Self.circle))
        #expect(reply.status == 200)
        let picture = try DecodedPicture(reply.body)
        #expect(picture.size == PixelSize(width: 100, height: 100))
        #expect(picture.rgba(50, 50) == [0, 0, 65_535, 65_535])
        #expect(picture.rgba(0, 0)[3] == 0)
        #expect(abs(Self.alphas(picture) - 7853.98) < 0.5)
    }

    @Test func `an opaque canvas is black and has no alpha`() async throws {
        let text = Self.circle.replacing(#""height":100"#, with: #""height":100,"opaque":true"#)
        let picture = try await Self.drawn(text)
        #expect(picture[0, 0] == [0, 0, 0])
        #expect(picture[50, 50] == [0, 0, 65_535])
    }

    @Test func `measures a canvas in points`() async throws {
        let text = Self.circle.replacing("100", with: #""100pt""#)
        let picture = try await Self.drawn(text, "?format=png&scale=3")
        #expect(picture.size == PixelSize(width: 300, height: 300))
        #expect(picture.rgba(150, 150) == [0, 0, 65_535, 65_535])
    }

    @Test func `a canvas alone is its background`() async throws {
        let text = #"{"canvas":{"width":3,"height":2,"background":"rgb(255 0 0 / 40%)"}}"#
        let picture = try await Self.drawn(text)
        #expect(picture.rgba(2, 1) == [65_535, 0, 0, 102 * 257])
    }

    @Test func `a canvas without an alpha is written on the background of its format`()
        async throws
    {
        let picture = try await Self.drawn(Self.circle, "?format=jpeg&background=white")
        #expect(picture[0, 0].allSatisfy { $0 > 55_000 })
    }

    @Test func `a canvas and an image exclude each other`() async throws {
        let reply = try await TestService(.router).send(
            SceneRouteTests.post([
                .field("scene", Self.circle), .file("image", try TestPicture.png()),
            ])
        )
        #expect(reply.status == 400)
        #expect(try reply.problem()["pointer"] as? String == "/canvas")
    }

    @Test func `a canvas is as large as a picture may be`() async throws {
        let text = #"{"canvas":{"width":60000,"height":60000,"background":"red"}}"#
        let reply = try await TestService(.router).send(Self.post(text))
        #expect(reply.status == 422 || reply.status == 413)
    }

    // MARK: Names

    @Test(
        arguments: [
            (##"{"shape":"ellipse","backgroundColor":"#00f"}"##, "layers"),
            (#"{"shape":"ellipse","background":["blue"],"opacity":1}"#, "panes"),
            (#"{"shape":"ellipse","background":"rgb(0 0 255)","alpha":1}"#, "contents"),
            (#"{"shape":"ellipse","color":"blue","frame":{"right":0,"width":"100%"}}"#, "layers"),
            (#"{"layers":[{"layers":[{"shape":"ellipse","color":"blue"}]}]}"#, "layers"),
        ]
    )
    func `equal scenes have equal tags, however they are spelled`(
        layer: String,
        name: String
    ) async throws {
        let service = try TestService(.router)
        #expect(try await service.send(Self.post(Self.circle)).status == 200)
        let text = #"{"canvas":{"width":"100px","height":100},"\#(name)":[\#(layer)]}"#
        let reply = try await service.send(Self.post(text))
        #expect(reply["Cache-Status"] == "frostpane; hit")
    }

    // MARK: Images

    /// A disc of 130 × 130 pixels with transparent corners.
    private static func disc() throws -> [UInt8] {
        let size = PixelSize(width: 130, height: 130)
        var bytes: [UInt8] = []
        var encoder = try ImageEncoder(.png(PNGOptions()), size: size, layout: .rgba) {
            bytes += $0
        }
        var band = Band<Straight>(layout: .rgba, width: size.width, capacity: 1)
        band.rowCount = 1
        for y in 0..<size.height {
            for channel in 0..<4 {
                var row = band.mutableRow(0, of: channel)
                for x in 0..<size.width {
                    let (dx, dy) = (Double(x) - 64.5, Double(y) - 64.5)
                    let isInside = dx * dx + dy * dy < 65 * 65
                    let color = UInt16((x * 3 + y * 5 * (channel + 1)) % 256)
                    row[x] = channel == 3 ? (isInside ? 65_535 : 0) : isInside ? color * 257 : 0
                }
            }
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return bytes
    }

    private static let planets = #"""
        {"canvas":{"width":520,"height":260},"layers":[
          {"image":{"part":"mars"},"frame":{"x":0,"y":0,"width":260,"height":260},"fit":"fill"},
          {"image":{"part":"mars"},"frame":{"x":65,"y":65,"width":130,"height":130},"blend":"multiply"},
          {"image":{"part":"mars"},"crop":{"width":"50%","height":"100%"},"frame":{"x":260,"y":65,"width":"fit","height":"fit"}},
          {"image":{"part":"mars"},"crop":{"x":"50%","width":"50%","height":"100%"},"frame":{"x":455,"y":65,"width":"fit","height":"fit"}}]}
        """#

    @Test func `draws two planets, multiplied and halved`() async throws {
        let file = try Self.disc()
        let service = try TestService(.router)
        let reply = try await service.send(
            SceneRouteTests.post([.file("mars", file), .field("scene", Self.planets)])
        )
        try #require(reply.status == 200)
        let mars = try DecodedPicture(file)
        let picture = try DecodedPicture(reply.body)
        let enlarged = try DecodedPicture(
            try await service.send(.post("/v1/render?format=png&width=260&upscale=1", file)).body
        )
        let alone = Self.planets.split(separator: "},\n").first.map { "\($0)}]}" } ?? ""
        let beneath = try DecodedPicture(
            try await service.send(
                SceneRouteTests.post([.file("mars", file), .field("scene", alone)])
            ).body
        )
        var (worst, resampled) = (0.0, 0)
        for y in 0..<260 {
            for x in 0..<260 {
                // Both round once more or less: to premultiplied samples of 16 bits.
                for (one, other) in zip(beneath.rgba(x, y), enlarged.rgba(x, y)) {
                    resampled = max(resampled, abs(Int(one) - Int(other)))
                }
                let beneath = beneath.rgba(x, y)
                let isInner = (65..<195).contains(x) && (65..<195).contains(y)
                guard isInner, mars.rgba(x - 65, y - 65)[3] > 0 else {
                    #expect(picture.rgba(x, y) == beneath, "\(x), \(y)")
                    continue
                }
                for channel in 0..<3 {
                    let (b, s) = (
                        Double(beneath[channel]) / 65_535,
                        Double(mars.rgba(x - 65, y - 65)[channel]) / 65_535
                    )
                    worst = max(worst, abs(Double(picture.rgba(x, y)[channel]) / 65_535 - b * s))
                }
            }
        }
        // The factors are rounded to 8 bits here, and so is the product.
        #expect(worst < 1 / 255)
        #expect(resampled <= 257)
        for y in 0..<130 {
            for x in 0..<65 {
                #expect(picture.rgba(260 + x, 65 + y) == mars.rgba(x, y))
                #expect(picture.rgba(455 + x, 65 + y) == mars.rgba(65 + x, y))
            }
        }
        for x in 325..<455 { #expect(picture.rgba(x, 130)[3] == 0) }
    }

    @Test(arguments: ["cover", "scaleAspectFill"])
    func `fits an image by the words of CSS and UIKit`(word: String) async throws {
        let service = try TestService(.router)
        let file = try Self.disc()
        func reply(_ members: String) async throws -> Reply {
            try await service.send(
                SceneRouteTests.post([
                    .file("a", file),
                    .field(
                        "scene",
                        #"{"canvas":{"width":60,"height":90},"layers":[{"image":{"part":"a"},\#(members)}]}"#
                    ),
                ])
            )
        }
        let legacy = try await reply(#""mode":"fill""#)
        let same = try await reply(#""contentMode":"\#(word)""#)
        #expect(legacy.status == 200)
        #expect(legacy.body == same.body)
        let moved = try await reply(#""fit":"\#(word)","position":"left top""#)
        #expect(moved.status == 200)
        #expect(moved.body != same.body)
    }
}

extension DecodedPicture {
    /// A pixel with all four channels: files leave out those that no pixel needs.
    func rgba(_ x: Int, _ y: Int) -> [UInt16] {
        let samples = self[x, y]
        let color = samples.count < 3 ? [samples[0], samples[0], samples[0]] : samples.prefix(3)
        return color + [samples.count % 2 == 0 ? samples[samples.count - 1] : 65_535]
    }
}
