// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct SVGTests {
    private func drawn(
        _ attributes: String,
        _ contents: String = "",
        _ request: ForeignRequest = ForeignRequest()
    ) throws -> ForeignPixels {
        let file = "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(contents)</svg>"
        return try ForeignPixels(SVG.self, Array(file.utf8), request)
    }

    static let sizes: [(String, Int, Int)] = [
        ("width='40' height='30'", 40, 30),
        ("width='40px' height='30.6px'", 40, 31),
        ("width='1in' height='72pt'", 96, 96),
        ("width='2.54cm' height='25.4mm'", 96, 96),
        ("width='6pc' height='1in' viewBox='0 0 1 1'", 96, 96),
        ("viewBox='0 0 64 32'", 64, 32),
        ("width='128' viewBox='0 0 64 32'", 128, 64),
        ("height='16' viewBox='0 0 64 32'", 32, 16),
        ("width='100%' height='100%' viewBox='0 0 64 32'", 64, 32),
        ("width='50'", 50, 150),
        ("", 300, 150),
    ]

    @Test(arguments: sizes)
    func `has the size that it says, and that of CSS otherwise`(
        attributes: String,
        width: Int,
        height: Int
    ) throws {
        let size = try drawn(attributes).header.size
        #expect(size == PixelSize(width: width, height: height))
    }

    @Test func `is drawn at the size that is asked for`() throws {
        let disk = "<circle cx='5' cy='5' r='5' fill='#f80' fill-opacity='.5'/>"
        let attributes = "width='10' height='10' viewBox='0 0 10 10'"
        let large = try drawn(attributes, disk, ForeignRequest(width: 200))
        #expect(large.header.size == PixelSize(width: 200, height: 200))
        #expect(large.header.channels == .rgba)
        #expect(large.pixel(100, 100) == [255, 135, 0, 128])
        #expect(large.pixel(2, 2) == [0, 0, 0, 0])
        // 100 - 100 / sqrt 2: on the rim. A picture scaled up would be blurred over twenty pixels.
        #expect(large.pixel(27, 27)[3] == 0 && large.pixel(32, 32)[3] == 128)
        let wide = try drawn(attributes, disk, ForeignRequest(width: 30, height: 10))
        #expect(wide.header.size == PixelSize(width: 30, height: 10))
        #expect(wide.pixel(15, 5)[3] == 128 && wide.pixel(5, 5)[3] == 128)
        #expect(wide.pixel(1, 1)[3] == 0)
    }

    @Test func `reads no file and follows no address`() throws {
        for address in [
            "file:///etc/passwd", "/usr/share/pixmaps/debian-logo.png", "http://127.0.0.1:9/x.png",
            "ForeignFixture.png",
        ] {
            let image = "<image width='10' height='10' href='\(address)'/>"
            let picture = try drawn("width='10' height='10'", image)
            #expect(picture.deviation { _, _ in [0, 0, 0, 0] } == 0)
        }
        let entity =
            "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><desc>&a;</desc></svg>"
        _ = try? ForeignPixels(SVG.self, Array(entity.utf8))
    }

    @Test func `draws pictures within the file`() throws {
        let png =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
        let image = "<image width='10' height='10' href='data:image/png;base64,\(png)'/>"
        let picture = try drawn("width='10' height='10'", image)
        #expect(picture.pixel(5, 5) == [255, 0, 0, 255])
    }

    @Test(arguments: ["webp", "svg+xml", "x"])
    func `refuses pictures within whose decoders are not loaded`(kind: String) {
        let image = "<image width='10' height='10' href='data:image/\(kind);base64,AAAA'/>"
        #expect(throws: ForeignError.unsupported) {
            _ = try drawn("width='10' height='10'", image)
        }
    }

    @Test(arguments: [
        "<text y='9'>a</text>", "<svg:text xmlns:svg='http://www.w3.org/2000/svg'/>", "<text/>",
    ])
    func `refuses text, which needs fonts`(text: String) {
        #expect(throws: ForeignError.unsupported) { _ = try drawn("width='9' height='9'", text) }
    }

    @Test func `draws words that are no text`() throws {
        _ = try drawn("width='9' height='9'", "<desc>text, &lt;textual></desc><textured/>")
    }

    @Test func `refuses what is no drawing`() {
        for file in ["<svg", "<html/>", "", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"] {
            #expect(throws: ForeignError.self) { _ = try ForeignPixels(SVG.self, Array(file.utf8)) }
        }
    }
}
