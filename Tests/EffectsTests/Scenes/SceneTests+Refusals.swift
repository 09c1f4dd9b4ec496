// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

extension SceneTests {
    @Test func `has as many panes as its limit`() throws {
        let panes = Array(repeating: Self.pane(), count: SceneLimits.panes)
        #expect(try Self.plan(panes).count == SceneLimits.panes)
        #expect(throws: SceneError(.tooManyPanes, at: .layer(SceneLimits.panes))) {
            try Self.plan(panes + [Self.pane()])
        }
        #expect(throws: SceneError(.noLayers, at: .scene)) { try Self.plan([]) }
    }

    @Test func `has as many layers as its limit`() throws {
        let content = Scene.Layer(.fill, in: .ellipse(.whole), ink: .color(.init(white: 1)))
        let one = Self.pane { $0.layers = [content] }
        let rest = Self.pane {
            $0.layers = Array(repeating: content, count: SceneLimits.layers - 3)
        }
        #expect(try Self.plan([one, rest]).count == 2)
        #expect(throws: SceneError(.tooManyLayers, at: .layer(1, 1))) {
            try Self.plan([rest, Self.pane { $0.layers = [content, content] }])
        }
    }

    @Test func `has as much text as its limit`() throws {
        func pane(_ count: Int) -> Scene.Layer {
            let text = Scene.Text(String(repeating: "a", count: count))
            return Self.pane {
                $0.layers = [.init(.text(text), ink: .color(.init(white: 1)))]
            }
        }
        #expect(try Self.plan([pane(SceneLimits.textBytes - 1), pane(1)]).count == 2)
        #expect(throws: SceneError(.textsTooLong, at: .layer(1, 0))) {
            try Self.plan([pane(SceneLimits.textBytes), pane(1)])
        }
    }

    @Test(arguments: [(2, false), (3, true), (32, true), (33, false)])
    func `has polygons of so many corners`(count: Int, isAccepted: Bool) throws {
        let points = (0..<count).map { index in
            Scene.Position(
                x: Length(Double(index)) ?? .zero,
                y: Length(Double(index * index)) ?? .zero
            )
        }
        let pane = Self.pane { $0.shapes = [.polygon(points)] }
        if isAccepted {
            #expect(try Self.plan([pane]).count == 1)
        } else {
            #expect(throws: SceneError(.pointCount, at: .layer(0))) { try Self.plan([pane]) }
        }
    }

    @Test(arguments: [(0, false), (1, true), (64, true), (65, false)])
    func `has panes of so many shapes`(count: Int, isAccepted: Bool) throws {
        let pane = Self.pane {
            $0.shapes = Array(repeating: .ellipse(.whole), count: count)
        }
        if isAccepted {
            #expect(try Self.plan([pane]).count == 1)
        } else {
            #expect(throws: SceneError(.shapeCount, at: .layer(0))) { try Self.plan([pane]) }
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 65)])
    func `refuses the name of a group`(name: String) throws {
        #expect(throws: SceneError(.groupName, at: .layer(0))) {
            try Self.plan([Self.pane { $0.group = name }])
        }
        let longest = String(repeating: "a", count: 64)
        #expect(try Self.plan([Self.pane { $0.group = longest }]).count == 1)
    }

    @Test(
        arguments: [
            ("400", "0", "1", "1"), ("0", "200", "1", "1"), ("-10", "0", "10", "10"),
            ("0", "-5pt", "10", "5pt"), ("100%", "0", "10", "10"),
        ]
    )
    func `refuses a pane outside of the picture`(
        frame: (x: String, y: String, width: String, height: String)
    ) throws {
        let frame = try Self.frame(frame.x, frame.y, frame.width, frame.height)
        #expect(throws: SceneError(.outsidePicture(width: 400, height: 200), at: .layer(1))) {
            try Self.plan([Self.pane(), Self.pane(frame)])
        }
    }

    @Test(arguments: [("0", "1"), ("1", "0"), ("-1", "10"), ("10", "-1")])
    func `refuses a frame without an extent`(extent: (width: String, height: String)) throws {
        let frame = try Self.frame("10", "10", extent.width, extent.height)
        #expect(throws: SceneError(.emptyFrame, at: .layer(0))) {
            try Self.plan([Self.pane(frame)])
        }
        #expect(throws: SceneError(.emptyFrame, at: .layer(0, 0))) {
            let picture = Scene.Picture(picture: Self.picture)
            _ = try Self.content(.init(.picture(picture), in: .rectangle(frame, .square)))
        }
    }

    @Test(arguments: [-0.001, 1.001, .nan])
    func `refuses an alpha`(alpha: Double) {
        #expect(throws: SceneError(.alpha, at: .layer(0))) {
            try Self.plan([Self.pane { $0.alpha = alpha }])
        }
        #expect(throws: SceneError(.alpha, at: .layer(0, 0))) {
            try Self.content(.init(.picture(.init(picture: Self.picture)), alpha: alpha))
        }
    }

    @Test func `refuses a pane that does nothing`() throws {
        for blend in [BlendMode.normal, .multiply] {
            #expect(throws: SceneError(.emptyLayer, at: .layer(0))) {
                try Self.plan([
                    Self.pane {
                        $0.effect = .none
                        $0.blend = blend
                    }
                ])
            }
        }
        for change in [
            { $0.tint = StraightColor(white: 0, alpha: 0.5) },
            { $0.layers = [.init(.picture(.init(picture: Self.picture)))] },
        ] as [(inout Scene.Layer) -> Void] {
            let pane = Self.pane {
                $0.effect = .none
                change(&$0)
            }
            #expect(try Self.plan([pane]).count == 1)
        }
    }

    @Test func `refuses a blur that grows`() throws {
        let blur = Filter.blur(try GaussianBlur(sigma: 2, edge: .expand))
        #expect(throws: SceneError(.growingFilter, at: .layer(0))) {
            try Self.plan([Self.pane { $0.effect = .filters([blur]) }])
        }
    }

    @Test func `refuses a negative radius`() throws {
        let corners = Scene.Corners(radius: try #require(Length(-1)))
        #expect(throws: SceneError(.negativeRadius, at: .layer(0))) {
            try Self.plan([Self.pane { $0.shapes = [.rectangle(.whole, corners)] }])
        }
    }

    @Test(
        arguments: [
            (.missingInk, .init(.text(.init("a")))),
            (.missingInk, Scene.Layer(.fill, in: .ellipse(.whole))),
            (.controlCharacter, .init(.text(.init("a\u{0}")), ink: .color(.init(white: 0)))),
            (.controlCharacter, .init(.text(.init("a\u{85}")), ink: .color(.init(white: 0)))),
            (.emptyText, .init(.text(.init("")), ink: .color(.init(white: 0)))),
            (.fontName, .init(.text(.init("a", family: "")), ink: .color(.init(white: 0)))),
            (
                .fontName,
                .init(
                    .text(.init("a", family: String(repeating: "a", count: 65))),
                    ink: .color(.init(white: 0))
                )
            ),
            (.fontSize, .init(.text(.init("a", size: .zero)), ink: .color(.init(white: 0)))),
            (
                .fontSize,
                .init(.text(.init("a", size: Length(1001) ?? .zero)), ink: .color(.init(white: 0)))
            ),
            (.fontWeight, .init(.text(.init("a", weight: 99)), ink: .color(.init(white: 0)))),
            (.fontWeight, .init(.text(.init("a", weight: 1001)), ink: .color(.init(white: 0)))),
            (.runCount, text { $0.runs = [] }),
            (.runCount, text { $0.runs = Array(repeating: .init("a"), count: 65) }),
            (.emptyText, text { $0.runs.append(.init("")) }),
            (.fontSize, text { $0.runs[0].size = .zero }),
            (.fontWeight, text { $0.runs[0].weight = 1001 }),
            (.fontName, text { $0.runs[0].family = "" }),
            // A bare number of pixels where a factor was meant.
            (.lineHeight, text { $0.lineHeight = Length(1.4) }),
            (.lineHeight, text { $0.lineHeight = Length(1001, .percent) }),
            (.letterSpacing, text { $0.letterSpacing = Length(-101, .percent) ?? .zero }),
            (.letterSpacing, text { $0.runs[0].letterSpacing = Length(1001, .percent) }),
            (.maximumLines, text { $0.maximumLines = 0 }),
            (.maximumLines, text { $0.maximumLines = 1001 }),
            (
                .textShadow,
                text { $0.shadow = .init(blur: Length(-1) ?? .zero, color: .init(white: 0)) }
            ),
            (
                .textShadow,
                text { $0.shadow = .init(x: Length(1001) ?? .zero, color: .init(white: 0)) }
            ),
            (.pictureScale, .init(.picture(.init(picture: picture, scale: 0)))),
            (.pictureScale, .init(.picture(.init(picture: picture, scale: .nan)))),
            (
                .capsWithoutStretch,
                .init(.picture(.init(picture: picture, mode: .fill, caps: caps(1))))
            ),
            (
                .capInset,
                .init(.picture(.init(picture: picture, mode: .stretch, caps: caps(-1))))
            ),
            (
                .capInset,
                .init(.picture(.init(picture: picture, mode: .stretch, caps: caps(16_385))))
            ),
        ] as [(SceneError.Rule, Scene.Layer)]
    )
    func `refuses a content`(rule: SceneError.Rule, content: Scene.Layer) {
        #expect(throws: SceneError(rule, at: .layer(0, 0))) { try Self.content(content) }
    }

    @Test(
        arguments: [
            .init(.text(.init("a", size: Length(1000) ?? .zero)), ink: .color(.init(white: 0))),
            .init(.text(.init("a\n\tb")), ink: .color(.init(white: 0))),
            .init(.text(.init("a", weight: 1000)), ink: .color(.init(white: 0))),
            .init(.text(.init("a", weight: 100)), ink: .color(.init(white: 0))),
            .init(.picture(.init(picture: picture, mode: .stretch, caps: caps(16_384)))),
            .init(.picture(.init(picture: picture, mode: .stretch, caps: caps(0)))),
        ] as [Scene.Layer]
    )
    func `takes a content at its limits`(content: Scene.Layer) throws {
        #expect(try Self.content(content) != nil)
    }

    /// A black text with a change.
    private static func text(_ change: (inout Scene.Text) -> Void) -> Scene.Layer {
        var text = Scene.Text("a")
        change(&text)
        return .init(.text(text), ink: .color(.init(white: 0)))
    }

    private static func caps(_ inset: Int) -> PictureForm.Caps {
        PictureForm.Caps(top: inset, left: 0, bottom: 0, right: 0, resizing: .tile)
    }
}
