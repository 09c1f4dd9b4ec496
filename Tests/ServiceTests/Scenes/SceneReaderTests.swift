// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store
import Testing

@testable import Service

@Suite struct SceneReaderTests {
    private static let digest = String(repeating: "0a", count: 32)

    static func read(
        _ text: String,
        parts: [String: Digest] = [:]
    ) throws(SceneFault) -> SceneDocument {
        try SceneReader.read(Array(text.utf8), parts: parts)
    }

    private static func pane(_ members: String) throws(SceneFault) -> Scene.Layer {
        try read("{\"panes\":[{\(members)}]}").scene.layers[0]
    }

    private static func content(_ members: String) throws(SceneFault) -> Scene.Layer {
        try pane("\"material\":\"systemMaterial\",\"contents\":[{\(members)}]").layers[0]
    }

    private static func length(_ text: String) -> Length { Length(parsing: text) ?? .zero }

    @Test func `reads a pane of every member`() throws {
        let pane = try Self.pane(
            """
            "frame": {"x": 10, "y": "5pt", "width": "50%", "height": 20.5},
            "corners": {"radius": "10%", "curve": "continuous", "topLeft": 3},
            "invert": true, "mask": {"digest": "\(Self.digest)", "channel": "luminance"},
            "filter": "saturate(2) blur(3px)", "edge": "clamp", "tint": "rgb(255 0 0 / 50%)",
            "alpha": 0.25, "blend": "soft-light", "group": "a"
            """
        )
        let radius = Self.length("10%")
        #expect(
            pane
                == Scene.Layer(
                    shapes: [
                        .rectangle(
                            Scene.Frame(
                                x: Self.length("10"),
                                y: Self.length("5pt"),
                                width: Self.length("50%"),
                                height: Self.length("20.5")
                            ),
                            Scene.Corners(
                                curve: .continuous,
                                topLeft: Self.length("3"),
                                topRight: radius,
                                bottomRight: radius,
                                bottomLeft: radius
                            )
                        )
                    ],
                    isInverted: true,
                    mask: Mask(ResourceID(digest: Self.digest), channel: .luminance),
                    effect: .filters([
                        .color(.saturate(2)), .blur(try GaussianBlur(sigma: 3, edge: .clamp)),
                    ]),
                    tint: StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5),
                    alpha: 0.25,
                    blend: .softLight,
                    group: "a"
                )
        )
    }

    @Test func `mirrors what lies beyond a pane when nothing else is said`() throws {
        let pane = try Self.pane("\"filter\":\"blur(3px)\"")
        #expect(pane.effect == .filters([.blur(try GaussianBlur(sigma: 3, edge: .mirror))]))
    }

    @Test(
        arguments: [
            ("\"shape\":\"ellipse\"", .ellipse(.whole)),
            ("\"shape\":\"rectangle\"", .rectangle(.whole, .square)),
            ("\"points\":[]", .rectangle(.whole, .square)),
            ("\"corners\":\"50%\"", .rectangle(.whole, .init(radius: length("50%")))),
            (
                "\"shape\":\"polygon\",\"points\":[[0,0],[\"100%\",0],[5,\"2pt\"]]",
                .polygon([
                    .init(x: .zero, y: .zero), .init(x: .whole, y: .zero),
                    .init(x: length("5"), y: length("2pt")),
                ])
            ),
        ] as [(String, Scene.Shape)]
    )
    func `reads shapes`(members: String, shape: Scene.Shape) throws {
        #expect(try Self.pane(members).shapes == [shape])
        let drawn = try Self.content("\"color\":\"red\",\(members)")
        #expect(drawn.content == .fill)
        #expect(drawn.shapes == [shape])
    }

    @Test func `reads a text of every member`() throws {
        let content = try Self.content(
            """
            "text": "a\\nb", "font": {"family": "Inter", "size": "20pt", "weight": 700, "italic": true},
            "alignment": "center", "position": "bottom", "wrapping": "truncate", "direction": "rtl",
            "frame": {"x": 1}, "vibrancy": "secondaryLabel", "color": "#00000080", "alpha": 0.5
            """
        )
        let text = Scene.Text(
            "a\nb",
            family: "Inter",
            size: Self.length("20pt"),
            weight: 700,
            isItalic: true,
            alignment: .center,
            position: .bottom,
            wrapping: .truncate,
            direction: .rtl
        )
        let color = StraightColor(.black, alpha: 128.0 / 255)
        let frame = Scene.Frame(x: Self.length("1"), y: .zero, width: .whole, height: .whole)
        #expect(
            content
                == .init(
                    .text(text),
                    in: .rectangle(frame, .square),
                    ink: .vibrancy(.secondaryLabel, color),
                    alpha: 0.5
                )
        )
    }

    @Test func `reads the styles and the shadow of a text`() throws {
        let content = try Self.content(
            """
            "runs": [{"text": "a "}, {"text": "b", "font": {"family": "Inter", "size": 9, "weight": 700, "italic": true},
            "letterSpacing": "1pt", "underline": true, "strikethrough": false, "color": "red"}],
            "letterSpacing": "5%", "underline": false, "strikethrough": true, "lineHeight": "140%",
            "maximumLines": 2, "shadow": {"x": 1, "y": "2pt", "blur": "3px", "color": "#0008"}, "color": "white"
            """
        )
        var run = Scene.Text.Run("b")
        run.family = "Inter"
        run.size = Self.length("9")
        run.weight = 700
        run.isItalic = true
        run.letterSpacing = Self.length("1pt")
        run.isUnderlined = true
        run.isStruck = false
        run.color = StraightColor(red: 1, green: 0, blue: 0)
        var text = Scene.Text(runs: [.init("a "), run])
        text.letterSpacing = Self.length("5%")
        text.isStruck = true
        text.lineHeight = Self.length("140%")
        text.maximumLines = 2
        text.shadow = .init(
            x: Self.length("1"),
            y: Self.length("2pt"),
            blur: Self.length("3px"),
            color: StraightColor(white: 0, alpha: 136.0 / 255)
        )
        #expect(content == .init(.text(text), ink: .color(StraightColor(white: 1))))
    }

    @Test func `reads a picture of every member`() throws {
        let content = try Self.content(
            """
            "image": {"digest": "\(Self.digest)"}, "mode": "stretch", "scale": 2,
            "caps": {"top": 1, "left": 2, "bottom": 3, "right": 4, "resizing": "tile"},
            "followsDirection": true, "color": "white"
            """
        )
        let picture = Scene.Picture(
            picture: ResourceID(digest: Self.digest),
            mode: .stretch,
            scale: 2,
            caps: .init(top: 1, left: 2, bottom: 3, right: 4, resizing: .tile),
            followsDirection: true
        )
        #expect(content == .init(.picture(picture), ink: .color(StraightColor(white: 1))))
    }

    @Test func `names pictures by parts and by digests`() throws {
        let logo = Digest(of: [1])
        let document = try Self.read(
            """
            {"backdrop": {"digest": "\(Self.digest)"}, "direction": "rtl", "panes": [{
              "mask": {"digest": "\(Self.digest)"}, "contents": [{"image": {"part": "logo"}}],
              "filter": "variable-blur(4px mask(\(Self.digest)))"}]}
            """,
            parts: ["logo": logo]
        )
        #expect(document.backdrop?.digest.hex == Self.digest)
        #expect(document.backdrop?.pointer.text == "/backdrop/digest")
        #expect(document.scene.direction == .rtl)
        #expect(
            Set(document.references.map(\.pointer.text))
                == ["/panes/0/filter", "/panes/0/mask/digest"]
        )
        guard case .picture(let picture) = document.scene.layers[0].layers[0].content else {
            return #expect(Bool(false), "no picture")
        }
        #expect(picture.picture == ResourceID(digest: logo.hex))
    }
}
