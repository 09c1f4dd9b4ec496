// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct GalleryTests {
    private static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 4000, height: 3000),
        PixelSize(width: 30, height: 16_000), PixelSize(width: 241, height: 240),
    ]

    @Test(arguments: sizes)
    func `lays all cells and captions on the sheet without overlaps`(size: PixelSize) {
        let gallery = Gallery(materialsOn: size, traits: Traits())
        let sheet = gallery.sheetSize(of: size)
        let frames = gallery.cells.indices.flatMap { index in
            [gallery.frame(ofCell: index, on: size), gallery.captionFrame(ofCell: index, on: size)]
        }
        let whole = PixelRect(x: 0, y: 0, width: sheet.width, height: sheet.height)
        for (index, frame) in frames.enumerated() {
            #expect(frame.intersection(whole) == frame)
            for other in frames[..<index] { #expect(frame.intersection(other).isEmpty) }
        }
    }

    @Test(arguments: sizes)
    func `shows no picture larger than a cell`(size: PixelSize) {
        let picture = Gallery(materialsOn: size, traits: Traits()).pictureSize(of: size)
        #expect(max(picture.width, picture.height) <= Gallery.cellSide)
        #expect(min(picture.width, picture.height) >= 1)
    }

    @Test func `shows every adaptive material light and dark, and the picture itself`() {
        let gallery = Gallery(materialsOn: PixelSize(width: 800, height: 600), traits: Traits())
        let captions = gallery.cells.map(\.caption)
        #expect(captions.first == "original")
        #expect(Set(captions).count == captions.count)
        for material in MaterialStyle.allCases where material.appearances.count > 1 {
            #expect(captions.contains("\(material.rawValue) light"))
            #expect(captions.contains("\(material.rawValue) dark"))
        }
    }

    @Test func `magnifies a small picture as the whole one`() throws {
        let filters = [Filter.magnify(try Magnification(factor: 1.04))]
        #expect(filters.reduced(by: 7) == filters)
    }

    @Test func `shrinks lengths with the picture, and leaves colors alone`() throws {
        let blur = try GaussianBlur(sigma: 32, edge: .normalize)
        let curve = Filter.color(.saturate(2))
        let filters = [Filter.captured(Capture(side: 4, filters: [curve])), .blur(blur)]
        let reduced = try #require(filters.reduced(by: 4))
        #expect(reduced.first == curve)
        guard case .blur(let small) = reduced.last else {
            Issue.record("the blur is gone")
            return
        }
        // The squares have a variance of their own.
        #expect(abs(small.sigma - Float(32 * 32 - 15.0 / 12).squareRoot() / 4) < 1e-4)
        #expect(small.edge == .normalize)
    }
}
