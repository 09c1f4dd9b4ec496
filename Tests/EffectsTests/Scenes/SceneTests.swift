// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct SceneTests {
    static let size = PixelSize(width: 400, height: 200)
    static let picture = ResourceID(digest: String(repeating: "0", count: 64))

    static func frame(_ x: String, _ y: String, _ width: String, _ height: String) throws
        -> Scene.Frame
    {
        Scene.Frame(
            x: try #require(Length(parsing: x)),
            y: try #require(Length(parsing: y)),
            width: try #require(Length(parsing: width)),
            height: try #require(Length(parsing: height))
        )
    }

    static func pane(
        _ frame: Scene.Frame = .whole,
        _ change: (inout Scene.Layer) -> Void = { _ in }
    ) -> Scene.Layer {
        var pane = Scene.Layer(
            shapes: [.rectangle(frame, .square)],
            effect: .filters([.color(.saturate(2))])
        )
        change(&pane)
        return pane
    }

    static func plan(
        _ panes: [Scene.Layer],
        scale: Double = 1,
        appearance: Appearance = .light,
        direction: TextForm.Direction = .auto
    ) throws(SceneError) -> [[Pane]] {
        try Scene(layers: panes, direction: direction).plan(
            size: size,
            traits: Traits(appearance: appearance, scale: scale)
        ).steps.map {
            step in
            if case .panes(let panes) = step { panes } else { [] }
        }
    }

    static func content(_ content: Scene.Layer) throws(SceneError) -> Content? {
        try plan([pane { $0.layers = [content] }])[0][0].contents.first
    }

    // MARK: Lengths

    @Test func `resolves pixels, points and hundredths of the picture`() throws {
        let frame = try Self.frame("10", "5pt", "50%", "25%")
        let pane = try Self.plan([Self.pane(frame)], scale: 3)[0][0]
        #expect(
            pane.coverage.shapes
                == [.rectangle(Rectangle(x: 10, y: 15, width: 200, height: 50), .square)]
        )
        #expect(pane.bounds == PixelRect(x: 10, y: 15, width: 200, height: 50))
    }

    @Test func `resolves what is drawn on a pane within it`() throws {
        let shape = Scene.Shape.ellipse(try Self.frame("10%", "50%", "2pt", "50%"))
        let pane = Self.pane(try Self.frame("100", "50", "200", "100")) {
            $0.layers = [Scene.Layer(.fill, in: shape, ink: .color(StraightColor(white: 1)))]
        }
        let content = try Self.plan([pane], scale: 2)[0][0].contents[0]
        #expect(
            content.form
                == .shape(.ellipse(Rectangle(x: 120, y: 100, width: 4, height: 50)))
        )
    }

    @Test func `captures the whole pixels that a pane touches`() throws {
        let pane = try Self.plan([Self.pane(try Self.frame("10.4", "5.5", "2.2", "1"))])[0][0]
        #expect(pane.bounds == PixelRect(x: 10, y: 5, width: 3, height: 2))
    }

    @Test func `clips a pane that reaches beyond the picture`() throws {
        let pane = try Self.plan([Self.pane(try Self.frame("-50", "150", "100", "100"))])[0][0]
        #expect(pane.bounds == PixelRect(x: 0, y: 150, width: 50, height: 50))
        #expect(
            pane.coverage.shapes
                == [.rectangle(Rectangle(x: -50, y: 150, width: 100, height: 100), .square)]
        )
    }

    @Test func `takes hundredths of a radius of the shorter side`() throws {
        let corners = Scene.Corners(
            curve: .continuous,
            radius: try #require(Length(50, .percent))
        )
        let pane = Self.pane {
            $0.shapes = [.rectangle(.whole, corners)]
        }
        guard case .rectangle(_, let resolved) = try Self.plan([pane])[0][0].coverage.shapes[0]
        else { return #expect(Bool(false), "not a rectangle") }
        #expect(resolved == Corners(curve: .continuous, radius: 100))
    }

    @Test func `does not tell curves of square corners apart`() throws {
        let corners = Scene.Corners(curve: .continuous, radius: .zero)
        let pane = Self.pane { $0.shapes = [.rectangle(.whole, corners)] }
        #expect(try Self.plan([pane]) == Self.plan([Self.pane()]))
    }

    @Test func `resolves a polygon`() throws {
        let half = try #require(Length(50, .percent))
        let pane = Self.pane {
            $0.shapes = [
                .polygon([
                    .init(x: .zero, y: .zero), .init(x: .whole, y: half),
                    .init(x: half, y: .whole),
                ])
            ]
        }
        #expect(
            try Self.plan([pane])[0][0].coverage.shapes
                == [.polygon([.init(x: 0, y: 0), .init(x: 400, y: 100), .init(x: 200, y: 200)])]
        )
    }

    // MARK: Order

    @Test func `draws panes that do not touch each other in one step`() throws {
        let panes = try [("0", "0"), ("200", "0"), ("0", "100"), ("200", "100")].map {
            Self.pane(try Self.frame($0.0, $0.1, "200", "100"))
        }
        #expect(try Self.plan(panes).map(\.count) == [4])
    }

    @Test func `draws a pane above all that it touches, and no higher`() throws {
        let frames = [
            ("0", "0", "100", "100"), ("50", "50", "100", "100"), ("300", "0", "100", "100"),
            ("140", "0", "20", "100"), ("350", "50", "50", "50"),
        ]
        let panes = try frames.map { Self.pane(try Self.frame($0.0, $0.1, $0.2, $0.3)) }
        let columns = try Self.plan(panes).map { $0.map(\.bounds.x) }
        #expect(columns == [[0, 300], [50, 350], [140]])
    }

    @Test func `keeps a group together`() throws {
        let first = Self.pane(try Self.frame("0", "0", "100", "100"))
        let group = try ["300", "50"].map {
            Self.pane(try Self.frame($0, "0", "100", "100")) { $0.group = "g" }
        }
        let columns = try Self.plan([first] + group).map { $0.map(\.bounds.x) }
        #expect(columns == [[0], [300, 50]])
    }

    // MARK: Coverage

    @Test func `captures all of the picture for the rest of it`() throws {
        let pane = Self.pane(try Self.frame("10", "10", "10", "10")) { $0.isInverted = true }
        let result = try Self.plan([pane])[0][0]
        #expect(result.bounds == PixelRect(x: 0, y: 0, width: 400, height: 200))
        #expect(result.coverage.isInverted)
    }

    @Test func `captures what lies around several shapes`() throws {
        let pane = Self.pane {
            $0.shapes = [
                .ellipse(Scene.Frame(x: .zero, y: .zero, width: .whole, height: .whole))
            ]
        }
        var several = pane
        several.shapes = [
            .ellipse(try Self.frame("10", "20", "30", "40")),
            .ellipse(try Self.frame("100", "5", "30", "40")),
        ]
        #expect(
            try Self.plan([several])[0][0].bounds
                == PixelRect(x: 10, y: 5, width: 120, height: 55)
        )
    }

    @Test func `stretches a mask to the frame of its pane`() throws {
        let mask = Mask(Self.picture, channel: .luminance)
        let pane = Self.pane(try Self.frame("10", "20", "30", "40")) { $0.mask = mask }
        let placed = try Self.plan([pane])[0][0].coverage.mask
        #expect(placed?.frame == Rectangle(x: 10, y: 20, width: 30, height: 40))
        #expect(placed?.mask == mask)
        #expect(
            try Scene(layers: [pane]).plan(size: Self.size, traits: Traits()).resources == [
                Self.picture
            ]
        )
    }

    @Test func `tints over the effect`() throws {
        let tint = StraightColor(white: 1, alpha: 0.5)
        let filters = try Self.plan([Self.pane { $0.tint = tint }])[0][0].filters
        #expect(filters == [.color(.saturate(2)), .tint(tint)])
    }

    // MARK: Groups

    @Test(
        arguments: [
            ([nil, nil], [1, 1]), (["a", "a", nil], [2, 1]), (["a", "b", "b"], [1, 2]),
            ([nil, "a", "a", "a", nil, nil], [1, 3, 1, 1]), (["a"], [1]),
        ] as [([String?], [Int])]
    )
    func `captures once for panes of one group`(groups: [String?], counts: [Int]) throws {
        let panes = groups.map { group in Self.pane { $0.group = group } }
        #expect(try Self.plan(panes).map(\.count) == counts)
    }

    @Test(arguments: [["a", nil, "a"], ["a", "b", "a"]] as [[String?]])
    func `refuses a group that another pane interrupts`(groups: [String?]) {
        let panes = groups.map { group in Self.pane { $0.group = group } }
        #expect(throws: SceneError(.interruptedGroup("a"), at: .layer(2))) { try Self.plan(panes) }
    }

    // MARK: Contents

    @Test func `multiplies the alpha of a color and of a content`() throws {
        let color = StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
        let content = try Self.content(
            Scene.Layer(.fill, in: .ellipse(.whole), ink: .color(color), alpha: 0.5)
        )
        #expect(content?.ink == .color(StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)))
    }

    @Test func `turns pictures that follow the direction`() throws {
        for (direction, follows, expected) in [
            (.rtl, true, true), (.rtl, false, false), (.ltr, true, false), (.auto, true, false),
        ] as [(TextForm.Direction, Bool, Bool)] {
            let picture = Scene.Picture(picture: Self.picture, followsDirection: follows)
            let pane = Self.pane { $0.layers = [.init(.picture(picture))] }
            let content = try Self.plan([pane], direction: direction)[0][0].contents[0]
            guard case .picture(let form) = content.form else { continue }
            #expect(form.isMirrored == expected, "\(direction), \(follows)")
        }
    }

    @Test(
        arguments: [(nil, .rtl), (.ltr, .ltr), (.auto, .auto)]
            as [(TextForm.Direction?, TextForm.Direction)]
    )
    func `gives texts the direction of the scene`(
        own: TextForm.Direction?,
        expected: TextForm.Direction
    ) throws {
        let text = Scene.Text("שלום", direction: own)
        let pane = Self.pane {
            $0.layers = [.init(.text(text), ink: .color(StraightColor(white: 0)))]
        }
        let content = try Self.plan([pane], direction: .rtl)[0][0].contents[0]
        guard case .text(let form) = content.form else { return #expect(Bool(false), "no text") }
        #expect(form.direction == expected)
    }

    @Test func `resolves the size of a font`() throws {
        for (size, expected) in [("20", 20), ("10pt", 30), ("10%", 20)] as [(String, Double)] {
            let text = Scene.Text("a", size: try #require(Length(parsing: size)))
            let pane = Self.pane {
                $0.layers = [.init(.text(text), ink: .color(StraightColor(white: 0)))]
            }
            let content = try Self.plan([pane], scale: 3)[0][0].contents[0]
            guard case .text(let form) = content.form else { continue }
            #expect(form.size == expected)
        }
    }

    @Test func `scales pictures that keep their own size`() throws {
        for (mode, scale, expected) in [
            (.center, 2, 1.5), (.center, nil, 1), (.fit, 2, 1), (.fill, nil, 1),
        ] as [(PictureForm.Mode, Double?, Double)] {
            let picture = Scene.Picture(picture: Self.picture, mode: mode, scale: scale)
            let pane = Self.pane { $0.layers = [.init(.picture(picture))] }
            let content = try Self.plan([pane], scale: 3)[0][0].contents[0]
            guard case .picture(let form) = content.form else { continue }
            #expect(form.scale == expected, "\(mode)")
        }
    }
}
