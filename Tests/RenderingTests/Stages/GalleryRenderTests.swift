// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing
import Typesetting

@testable import Rendering

@Suite struct GalleryRenderTests {
    private static let pictures = [
        Picture.noise(PixelSize(width: 300, height: 200), .rgb),
        Picture.noise(PixelSize(width: 7, height: 33), .rgba),
        Picture.noise(PixelSize(width: 500, height: 20), .gray),
    ]

    @Test(arguments: pictures)
    func `shows the picture itself, then each effect, where the sheet says`(
        picture: Picture
    ) throws {
        let side = (max(picture.size.width, picture.size.height) + 239) / 240
        let gallery = Gallery(
            side: side,
            cells: [
                .init(caption: "original", filters: []),
                .init(caption: "red", filters: [.tint(StraightColor(red: 1, green: 0, blue: 0))]),
                .init(caption: "gray", filters: [.color(.saturate(0))]),
                .init(caption: "negative", filters: [.color(.invert(1))]),
                .init(caption: "again", filters: []),
            ]
        )
        let file = try picture.encoded()
        let sheet = try Picture(decoding: try render(file, Plan([.gallery(gallery)])))
        #expect(sheet.size == gallery.sheetSize(of: picture.size))
        #expect(sheet.layout == .rgb)
        let (first, last) = (
            gallery.frame(ofCell: 0, on: picture.size), gallery.frame(ofCell: 4, on: picture.size)
        )
        let (red, negative) = (
            gallery.frame(ofCell: 1, on: picture.size), gallery.frame(ofCell: 3, on: picture.size)
        )
        for y in 0..<first.size.height {
            for x in 0..<first.size.width {
                // Cells lie on white after their effect, as a rendering with it would.
                let white = picture.layout.hasAlpha ? 65_535 - Int(picture[x, y, 3]) : 0
                for channel in 0..<3 {
                    let own = sheet[first.x + x, first.y + y, channel]
                    #expect(sheet[last.x + x, last.y + y, channel] == own)
                    let tinted = Int(sheet[red.x + x, red.y + y, channel])
                    #expect(abs(tinted - (channel == 0 ? 65_535 : white)) <= 129)
                    let inverse = Int(sheet[negative.x + x, negative.y + y, channel])
                    #expect(abs(65_535 + white - inverse - Int(own)) <= 257)
                }
            }
        }
    }

    @Test func `writes captions beneath the cells, and nothing between them`() throws {
        let picture = Self.pictures[0]
        let gallery = Gallery(materialsOn: picture.size, traits: Traits())
        let sheet = try Picture(
            decoding: try render(try picture.encoded(), Plan([.gallery(gallery)]))
        )
        func darkest(_ frame: PixelRect) -> UInt16 {
            frame.rows.flatMap { y in frame.columns.map { sheet[$0, y, 1] } }.min() ?? 0
        }
        for index in gallery.cells.indices {
            #expect(darkest(gallery.captionFrame(ofCell: index, on: picture.size)) < 40_000)
        }
        let edge = PixelRect(x: 0, y: 0, width: Gallery.gap, height: sheet.size.height)
        #expect(darkest(edge) == 65_535)
    }

    @Test func `counts captions, and what it takes to draw one`() throws {
        let size = PixelSize(width: 300, height: 200)
        let cell = Gallery.Cell(caption: "none", filters: [])
        let gallery = Gallery(side: 2, cells: Array(repeating: cell, count: 6))
        let bytes = GalleryStage.byteCount(gallery, of: size, layout: .rgb)
        let picture = gallery.pictureSize(of: size)
        let rest =
            RecordedPicture.byteCount(size: picture, layout: .rgb)
            + Gallery.columns
            * Band<Straight>.byteCount(layout: .rgb, width: picture.width, capacity: bandHeight)
        let caption = gallery.captionFrame(ofCell: 0, on: size).size
        #expect(bytes - rest - TextRaster.layoutByteCount >= Gallery.columns * caption.pixelCount)
        // A caption takes what a text takes, and one with a character more takes more.
        func work(_ caption: String) -> Int {
            let cell = Gallery.Cell(caption: caption, filters: [])
            return GalleryStage.work(
                Gallery(side: 2, cells: Array(repeating: cell, count: 6)),
                of: size,
                layout: .rgb
            )
        }
        let frame = gallery.captionFrame(ofCell: 0, on: size)
        func texts(_ caption: String) -> Int {
            let form = TextForm(
                text: caption,
                family: "sans-serif",
                size: Gallery.captionSize,
                frame: Rectangle(
                    x: Double(frame.x),
                    y: Double(frame.y),
                    width: Double(frame.size.width),
                    height: Double(frame.size.height)
                )
            )
            return 6 * TextRaster.work(of: form, in: frame)
        }
        #expect(work("none") >= texts("none"))
        #expect(work("nones") - work("none") == texts("nones") - texts("none"))
    }

    @Test func `is as it is planned to be`() throws {
        let picture = Self.pictures[0]
        let gallery = Gallery(materialsOn: picture.size, traits: Traits())
        let limits = DecodeLimits()
        let renderer = try Renderer(
            source: try SourceImage(bytes: try picture.encoded(), limits: limits),
            plan: Plan([.gallery(gallery)]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: limits
        )
        #expect(renderer.stepSizes == [gallery.sheetSize(of: picture.size)])
        #expect(renderer.outputLayout == .rgb)
    }
}
