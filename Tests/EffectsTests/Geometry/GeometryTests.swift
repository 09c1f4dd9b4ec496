// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite
struct GeometryTests {
    func geometry(
        _ width: Length?,
        _ height: Length?,
        _ fit: Fit = .contain,
        enlarges: Bool = false
    ) -> Geometry {
        var geometry = Geometry()
        (geometry.width, geometry.height) = (width, height)
        geometry.mode = FitMode(fit)
        geometry.enlarges = enlarges
        return geometry
    }

    func size(_ width: Int, _ height: Int) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    func steps(
        _ geometry: Geometry,
        on picture: PixelSize,
        scale: Double = 1
    ) throws -> [Reshaping] {
        try geometry.steps(on: picture, traits: Traits(scale: scale))
    }

    @Test
    func `takes no step for a picture that has its geometry`() throws {
        let picture = size(400, 300)
        #expect(try steps(Geometry(), on: picture).isEmpty)
        for fit in Fit.allCases {
            #expect(try steps(geometry("400px", "300px", fit), on: picture).isEmpty)
        }
        #expect(try steps(geometry("900px", nil), on: picture).isEmpty)
    }

    /// The sizes of results of 400 × 300 pixels.
    @Test(
        arguments: [
            ("200px", nil, Fit.contain, false, [200, 150]),
            (nil, "100px", .contain, false, [133, 100]),
            ("800px", nil, .contain, false, [400, 300]),
            ("800px", nil, .contain, true, [800, 600]),
            ("100pt", nil, .contain, false, [200, 150]), (nil, "1px", .contain, false, [1, 1]),
            ("200px", "200px", .contain, false, [200, 150]),
            ("800px", "900px", .contain, false, [400, 300]),
            ("800px", "900px", .contain, true, [800, 600]),
            ("800px", "900px", .scaleDown, false, [400, 300]),
            ("200px", "200px", .cover, false, [200, 200]),
            ("800px", "800px", .cover, false, [300, 300]),
            ("800px", "800px", .cover, true, [800, 800]),
            ("800px", "100px", .cover, false, [400, 50]),
            ("100px", "200px", .fill, false, [100, 200]),
            ("800px", "300px", .fill, false, [400, 150]),
            ("800px", "300px", .fill, true, [800, 300]),
            ("200px", "500px", .none, false, [200, 300]),
            ("800px", "900px", .none, false, [400, 300]),
        ] as [(Length?, Length?, Fit, Bool, [Int])]
    )
    func `makes results of the stated sizes`(
        width: Length?,
        height: Length?,
        fit: Fit,
        enlarges: Bool,
        expected: [Int]
    ) throws {
        let geometry = geometry(width, height, fit, enlarges: enlarges)
        let result = try steps(geometry, on: size(400, 300), scale: 2).size(of: size(400, 300))
        #expect([result.width, result.height] == expected)
    }

    @Test
    func `cuts off what a box does not show, at the position`() throws {
        var avatar = geometry("100px", "100px", .cover)
        avatar.position = PicturePosition(x: 1, y: 0)
        let part = Rectangle(x: 100, y: 0, width: 300, height: 300)
        #expect(
            try steps(avatar, on: size(400, 300))
                == [.resize(Resize(size: size(100, 100), source: part))]
        )
        // Whole pixels, where nothing is scaled.
        var middle = geometry("101px", "100px", .none)
        #expect(
            try steps(middle, on: size(400, 300))
                == [.crop(PixelRect(x: 149, y: 100, width: 101, height: 100))]
        )
        middle.mode = try #require(FitMode.named.first { $0.name == "bottomRight" }).mode
        #expect(
            try steps(middle, on: size(400, 300))
                == [.crop(PixelRect(x: 299, y: 200, width: 101, height: 100))]
        )
    }

    @Test
    func `has the content modes of UIKit`() {
        let names = FitMode.named.map(\.name)
        #expect(names.count == 18 && Set(names).count == 18)
    }

    @Test
    func `moves the edges of a part outwards to whole pixels`() throws {
        var geometry = Geometry()
        geometry.crop = Scene.Frame(x: "10.5px", y: "33.3%", width: "20%", height: "10pt")
        #expect(
            try steps(geometry, on: size(400, 1000), scale: 2)
                == [.crop(PixelRect(x: 10, y: 333, width: 81, height: 20))]
        )
        geometry.crop = Scene.Frame(x: "33.3%", y: "0%", width: "66.7%", height: "100%")
        #expect(
            try steps(geometry, on: size(1000, 10))
                == [.crop(PixelRect(x: 333, y: 0, width: 667, height: 10))]
        )
    }

    @Test(arguments: [
        Scene.Frame(x: "-1px", y: "0px", width: "9px", height: "9px"),
        Scene.Frame(x: "92px", y: "0px", width: "9px", height: "9px"),
        Scene.Frame(x: "0px", y: "50%", width: "9px", height: "51%"),
    ])
    func `refuses a part that extends beyond the picture`(crop: Scene.Frame) {
        var geometry = Geometry()
        geometry.crop = crop
        let error = GeometryError(.outsidePicture(size(100, 100)), of: .crop)
        #expect(throws: error) { try steps(geometry, on: size(100, 100)) }
    }

    @Test
    func `pads to the stated box and keeps a small picture's size`() throws {
        var card = geometry("120px", "63px")
        card.pad = .mirror
        #expect(
            try steps(card, on: size(40, 30))
                == [
                    .pad(
                        Padding(
                            frame: PixelRect(x: -40, y: -16, width: 120, height: 63),
                            fill: .mirror
                        )
                    )
                ]
        )
        card.position = PicturePosition(x: 0, y: 1)
        card.enlarges = true
        #expect(
            try steps(card, on: size(40, 30))
                == [
                    .resize(Resize(size: size(84, 63))),
                    .pad(
                        Padding(
                            frame: PixelRect(x: 0, y: 0, width: 120, height: 63),
                            fill: .mirror
                        )
                    ),
                ]
        )
        // Nothing is left to fill.
        #expect(try steps(card, on: size(240, 126)) == [.resize(Resize(size: size(120, 63)))])
    }

    @Test
    func `covers a box with the picture as its own backdrop`() throws {
        var card = geometry("120px", "60px")
        card.pad = .backdrop
        card.backdropFilter = try FilterList("blur(4pt)")
        let blur = try FilterList("blur(8px)").filters(edge: .mirror)
        let cover = Resize(
            size: size(120, 60),
            source: Rectangle(x: 0, y: 15, width: 60, height: 30)
        )
        #expect(
            try steps(card, on: size(600, 600), scale: 2)
                == [
                    .resize(Resize(size: size(60, 60))),
                    .pad(
                        Padding(
                            frame: PixelRect(x: -30, y: 0, width: 120, height: 60),
                            fill: .backdrop(cover, blur)
                        )
                    ),
                ]
        )
        #expect(card.followed(given: nil) == [.scale])
        card.backdropFilter = .none
        card.backdropMaterial = .systemThinMaterial
        #expect(card.followed(given: nil).contains(.appearance))
    }

    /// The sizes at which a drawing of 48 × 32 is drawn.
    @Test(
        arguments: [
            ("480px", nil, Fit.contain, [480, 320]), (nil, "16px", .contain, [24, 16]),
            ("481px", nil, .contain, [481, 321]), ("100px", "100px", .cover, [150, 100]),
            ("101px", "101px", .cover, [152, 101]), ("96px", "96px", .fill, [96, 96]),
            ("96px", "96px", .scaleDown, nil), ("96px", "96px", .none, nil),
            (nil, nil, .contain, nil),
            ("48px", nil, .contain, nil), ("24pt", nil, .contain, nil),
            ("50pt", nil, .contain, [100, 67]),
        ] as [(Length?, Length?, Fit, [Int]?)]
    )
    func `draws a drawing so that little or nothing is resampled`(
        width: Length?,
        height: Length?,
        fit: Fit,
        expected: [Int]?
    ) throws {
        let geometry = geometry(width, height, fit)
        let drawn = geometry.drawnSize(of: DrawingSize(width: 48, height: 32), scale: 2)
        #expect(drawn.map { [$0.width, $0.height] } == expected)
        let steps = try steps(geometry, on: drawn ?? size(48, 32), scale: 2)
        let isResampled = steps.contains { if case .resize = $0 { true } else { false } }
        #expect(!isResampled)
    }

    /// Sizes that whole pixels would distort: 10.5 × 5.25, 50 mm × 25 mm, and less than a pixel.
    @Test(
        arguments: [
            (10.5, 5.25, "1000px", nil, .contain, [1000, 500]),
            (188.976378, 94.488189, "300px", nil, .contain, [300, 150]),
            (0.5, 0.25, "100px", nil, .contain, [100, 50]),
            (10.5, 5.25, "300px", "300px", .cover, [600, 300]),
            (10.5, 5.25, "300px", "300px", .contain, [300, 150]),
            (0.5, 0.25, nil, "40px", .contain, [80, 40]),
            (1.4, 0.7, "90px", "20px", .fill, [90, 20]),
        ] as [(Double, Double, Length?, Length?, Fit, [Int])]
    )
    func `draws a drawing in the proportions that it states`(
        width: Double,
        height: Double,
        boxWidth: Length?,
        boxHeight: Length?,
        fit: Fit,
        expected: [Int]
    ) {
        let drawing = DrawingSize(width: width, height: height)
        let drawn = geometry(boxWidth, boxHeight, fit).drawnSize(of: drawing, scale: 1)
        #expect(drawn.map { [$0.width, $0.height] } == expected)
    }

    @Test
    func `draws a part in percent larger, and one in pixels as it is`() {
        let drawing = DrawingSize(width: 48, height: 32)
        var geometry = geometry("96px", nil)
        geometry.crop = Scene.Frame(
            x: .init(50, .percent)!,
            y: .zero,
            width: .init(50, .percent)!,
            height: .init(100, .percent)!
        )
        #expect(geometry.drawnSize(of: drawing, scale: 1) == size(192, 128))
        geometry.crop = Scene.Frame(x: .zero, y: .zero, width: "24px", height: "32px")
        #expect(geometry.drawnSize(of: drawing, scale: 1) == nil)
    }
}
