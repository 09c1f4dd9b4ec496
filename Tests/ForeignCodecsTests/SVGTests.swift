// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Foundation
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

    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    private static let webp = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"

    /// Drawings that would be red with a file beside them, which is written for them.
    ///
    /// `HERE` is the address of the folder, and `PATH` its path.
    private static let outside: [String] = [
        "<image width='9' height='9' href='HERE/red.png'/>",
        "<image width='9' height='9' xlink:href='HERE/red.png'/>",
        "<image width='9' height='9' href='red.png'/>",
        "<image width='9' height='9' href='FILE://PATHred.png'/>",
        "<image width='9' height='9' href='http://127.0.0.1:9/red.png'/>",
        "<use href='HERE/red.svg#r'/>", "<use xlink:href='red.svg#r'/>",
        "<rect width='9' height='9' fill='url(HERE/red.svg#g) none'/>",
        "<style>@import url('HERE/red.css');</style><rect width='9' height='9' fill='none'/>",
        "<style>@import 'HERE/red.css';</style><rect width='9' height='9' fill='none'/>",
        "<?xml-stylesheet href='HERE/red.css' type='text/css'?><rect width='9' height='9' fill='none'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='HERE/red.svg'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='HERE/red.xml' parse='text'/>",
        "<filter id='f'><feImage href='HERE/red.png'/></filter>"
            + "<g filter='url(#f)'><rect width='9' height='9' fill='none'/></g>",
    ]

    /// The same by what stands before the drawing, which may be an error as well.
    private static let heads = [
        "<!DOCTYPE svg [<!ENTITY e SYSTEM 'HERE/red.xml'>]>",
        "<!DOCTYPE svg [<!ENTITY % p SYSTEM 'HERE/red.dtd'> %p;]>",
        "<!DOCTYPE svg SYSTEM 'HERE/red.dtd'>",
    ]

    /// Writes red files, and returns the address of their folder.
    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let rect = "<rect id='r' width='9' height='9' fill='red'/>"
        let gradient = "<linearGradient id='g'><stop stop-color='red'/></linearGradient>"
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        for (name, text) in [
            ("red.svg", "\(svg)\(rect)\(gradient)</svg>"), ("red.css", "rect { fill: red }"),
            ("red.xml", rect), ("red.dtd", "<!ENTITY e \"\(rect)\">"),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try Data(base64Encoded: png)?.write(to: folder.appending(path: "red.png"))
        return folder
    }

    @Test func `reads no file and follows no address`() throws {
        let folder = try Self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func address(_ text: String) -> String {
            text.replacing("HERE/", with: folder.absoluteString)
                .replacing("PATH", with: folder.path() + "/")
        }
        for contents in Self.outside {
            let attributes = "width='9' height='9' xmlns:xlink='http://www.w3.org/1999/xlink'"
            let contents = address(contents)
            let picture = try drawn(attributes, contents)
            #expect(picture.deviation { _, _ in [0, 0, 0, 0] } == 0, "\(contents)")
        }
        for head in Self.heads {
            let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&e;</svg>"
            let file = Array((address(head) + svg).utf8)
            guard let picture = try? ForeignPixels(SVG.self, file) else { continue }
            #expect(picture.deviation { _, _ in [0, 0, 0, 0] } == 0, "\(head)")
        }
    }

    @Test func `refuses what grows without end, soon`() throws {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
        }
        let laughs =
            "<!DOCTYPE svg [<!ENTITY l0 '<rect/>'>\(entities.joined())]>"
            + "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&l9;</svg>"
        #expect(throws: ForeignError.damaged) {
            _ = try ForeignPixels(SVG.self, Array(laughs.utf8))
        }
        let groups = (1...9).map { level in
            let uses = String(repeating: "<use href='#u\(level - 1)'/>", count: 10)
            return "<g id='u\(level)'>\(uses)</g>"
        }
        let copies = "<rect id='u0' width='1' height='1'/><defs>\(groups.joined())</defs>"
        #expect(throws: ForeignError.damaged) {
            _ = try drawn("width='9' height='9'", "\(copies)<use href='#u9'/>")
        }
        let depth = 100_000
        let nested =
            String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
        #expect(throws: ForeignError.tooDeep) { _ = try drawn("width='9' height='9'", nested) }
    }

    @Test func `draws pictures within the file`() throws {
        for head in [
            "data:image/png;base64,", "DATA:image/png;base64,", "Data:IMAGE/PNG;BASE64,",
            "data:image/png;charset=utf-8;base64,", "data:image/png; base64,\n  ",
            "&#100;ata:image/png;base64,", "da&#10;ta:image/png;base64,",
        ] {
            let image = "<image width='10' height='10' href='\(head)\(Self.png)'/>"
            let picture = try drawn("width='10' height='10'", image)
            #expect(picture.pixel(5, 5) == [255, 0, 0, 255], "\(head)")
        }
    }

    @Test(
        arguments: [
            "data:image/svg+xml;base64,PHN2Zy8+",
            "data:image/svg+xml,%3Csvg/%3E", "data:image/x;base64,AAAA",
            "&#x64;&#97;ta:image/webp;base64,\(webp)", "da&#9;ta:image/webp;base64,\(webp)",
            "data:image/png,%89PNG", "data:image/webp;base64,UklGRAAA",
        ]
    )
    func `refuses pictures within that the library would leave out`(address: String) {
        let image = "<image width='10' height='10' href='\(address)'/>"
        #expect(throws: ForeignError.unsupported) {
            _ = try drawn("width='10' height='10'", image)
        }
    }

    @Test(
        arguments: [
            "<desc>Data: 12, image/webp</desc>", "<title>metadata:image</title>",
            "<style>@font-face { src: url(data:font/woff2;base64,d09GMgABAAAA) }</style>",
            "<style>@font-face { src: url(data:application/octet-stream;base64,AAEAAAAP) }</style>",
            "<image width='10' height='10' href='data:image/png;base64,'/>",
        ]
    )
    func `draws what has no picture that viewers would show`(contents: String) throws {
        let rect = "<rect width='10' height='10' fill='red'/>"
        let picture = try drawn("width='10' height='10'", contents + rect)
        #expect(picture.pixel(5, 5) == [255, 0, 0, 255])
    }

    @Test func `draws words that are no text`() throws {
        _ = try drawn("width='9' height='9'", "<desc>text, &lt;textual></desc><textured/>")
    }

    /// Files of other fixtures, whose formula ``ForeignFixture`` knows.
    @Test(
        arguments: [
            ("../rgb8.png", 0), ("../rgb16.png", 1), ("../rgb8-interlaced.png", 0),
            ("../progressive.jpg", 24), ("lossless.webp", 0), ("lossy.webp", 24),
        ]
    )
    func `draws pictures within as they are drawn alone`(name: String, tolerance: Int) throws {
        let file = try ForeignFixture(name, SVG.self).bytes
        let data = Data(file).base64EncodedString()
        let image = "<image width='48' height='32' href='data:image/png;base64,\(data)'/>"
        let picture = try drawn("width='48' height='32'", image)
        for (x, y) in [(0, 0), (47, 0), (20, 9), (33, 31), (47, 31)] {
            let wanted = ForeignFixture.color(x, y)
            for (found, level) in zip(picture.pixel(x, y).prefix(3), wanted) {
                #expect(abs(Int(found) - level) <= tolerance, "\(x), \(y)")
            }
        }
    }

    /// Addresses whose types are not those of the data, at which viewers look.
    @Test(
        arguments: [
            "data:image/webp;base64,\(webp)", "DATA:image/webp;base64,\(webp)",
            "data:IMAGE/WebP;base64,\(webp)", "data:image/png;base64,\(webp)",
            "data:;base64,\(webp)", "data:image/jpg;base64,\(png)", "data:;base64,\(png)",
            "data:image/pngx;base64,\(png)", "data:application/octet-stream;base64,\(png)",
        ]
    )
    func `draws a picture within by its data`(address: String) throws {
        let image = "<image width='10' height='10' href='\(address)'/>"
        let picture = try drawn("width='10' height='10'", image)
        #expect(picture.pixel(5, 5)[3] == 255)
    }

    @Test func `says that a drawing is cut off, too deep, or has too long a text`() {
        let head = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        for cut in ["\(head)<rect width='9' height='9'/>", "\(head)<rect width='9", "\(head)<!-- "]
        {
            #expect(throws: ForeignError.truncated) {
                _ = try ForeignPixels(SVG.self, Array(cut.utf8))
            }
        }
        for (depth, isRead) in [(254, true), (255, false)] {
            let groups = String(repeating: "<g>", count: depth)
            let file = Array((head + groups + groups.replacing("<", with: "</") + "</svg>").utf8)
            if isRead {
                #expect((try? ForeignPixels(SVG.self, file)) != nil)
            } else {
                #expect(throws: ForeignError.tooDeep) { _ = try ForeignPixels(SVG.self, file) }
            }
        }
        let path = String(repeating: "L1 1", count: 3 << 20)
        let long = Array("\(head)<path d='M0 0\(path)'/></svg>".utf8)
        #expect(throws: ForeignError.tooLong) { _ = try ForeignPixels(SVG.self, long) }
    }

    @Test func `reads UTF-16 of either order, prefixes and entities`() throws {
        let rect = "<s:rect width='9' height='9' fill='&c;'/>"
        let text =
            "<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE s:svg [<!ENTITY c 'red'>]>"
            + "<!-- \(String(repeating: "comment ", count: 400)) -->"
            + "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='9' height='9'>\(rect)</s:svg>"
        let little: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let big: [UInt8] =
            [0xFE, 0xFF] + text.utf16.flatMap { unit in [UInt8(unit >> 8), UInt8(unit & 255)] }
        let plain = Array(text.replacing(" encoding='UTF-16'", with: "").utf8)
        for file in [little, big, plain] {
            let picture = try ForeignPixels(SVG.self, file)
            #expect(picture.pixel(5, 5) == [255, 0, 0, 255])
        }
    }

    @Test func `refuses what is no drawing`() {
        for file in ["<svg", "<html/>", "", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"] {
            #expect(throws: ForeignError.self) { _ = try ForeignPixels(SVG.self, Array(file.utf8)) }
        }
    }
}
