// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store
import Testing

@testable import Service

@Suite struct SceneReaderTests {
    private static let digest = String(repeating: "0a", count: 32)

    private static func read(
        _ text: String,
        parts: [String: Digest] = [:]
    ) throws(SceneFault) -> SceneDocument {
        try SceneReader.read(Array(text.utf8), parts: parts)
    }

    private static func pane(_ members: String) throws(SceneFault) -> Scene.Pane {
        try read("{\"panes\":[{\(members)}]}").scene.panes[0]
    }

    private static func content(_ members: String) throws(SceneFault) -> Scene.Content {
        try pane("\"material\":\"systemMaterial\",\"contents\":[{\(members)}]").contents[0]
    }

    private static func length(_ text: String) -> Length { Length(parsing: text) ?? .zero }

    // MARK: What is read

    @Test func `reads a pane of every member`() throws {
        let pane = try Self.pane(
            """
            "frame": {"x": 10, "y": "5pt", "width": "50%", "height": 20.5},
            "corners": {"radius": "10%", "curve": "continuous", "topLeft": 3},
            "invert": true, "mask": {"digest": "\(Self.digest)", "channel": "luminance"},
            "filter": "saturate(2) blur(3px)", "edge": "clamp", "tint": "rgb(255 0 0 / 50%)",
            "alpha": 0.25, "blend": "soft-light", "group": "a", "contents": []
            """
        )
        let radius = Self.length("10%")
        #expect(
            pane
                == Scene.Pane(
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
        guard
            case .shape(let drawn) = try Self.content(
                "\"color\":\"red\","
                    + (members.hasPrefix("\"shape\"")
                        ? members : "\"shape\":\"rectangle\",\(members)")
            ).form
        else { return #expect(Bool(false), "not a shape") }
        #expect(drawn == shape)
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
            frame: .init(x: Self.length("1"), y: .zero, width: .whole, height: .whole),
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
        #expect(
            content == .init(.text(text), ink: .vibrancy(.secondaryLabel, color), alpha: 0.5)
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
        guard case .picture(let picture) = document.scene.panes[0].contents[0].form else {
            return #expect(Bool(false), "no picture")
        }
        #expect(picture.picture == ResourceID(digest: logo.hex))
    }

    // MARK: What is refused

    /// Every kind of fault: the text, the place, and words of the sentence that tells of it.
    static let faults: [(text: String, pointer: String, detail: String)] = [
        ("{", "", "Line 1, column 2: the text ends too early."),
        ("[]", "", "It takes an object."),
        ("{}", "", "The member 'panes' is missing."),
        (#"{"panes":{}}"#, "/panes", "It takes an array of panes."),
        (#"{"panes":[1]}"#, "/panes/0", "It takes an object."),
        (#"{"pane":[]}"#, "/pane", "There is no member 'pane' here. Did you mean 'panes'?"),
        (#"{"panes":[],"xyzzy":1}"#, "/xyzzy", "There is no member 'xyzzy' here."),
        (#"{"panes":[],"panes":[]}"#, "/panes", "an object has two members 'panes'."),
        (#"{"panes":[],"contents":[]}"#, "/contents", "Contents belong to a pane"),
        (#"{"panes":[],"mask":{}}"#, "/mask", "would cut off its backdrop"),
        (#"{"panes":[],"alpha":1}"#, "/alpha", "would cut off its backdrop"),
        (#"{"panes":[],"image":{}}"#, "/image", "the part 'image' of the form"),
        (#"{"panes":[],"direction":"up"}"#, "/direction", "It takes one of auto, ltr, rtl."),
        (#"{"panes":[],"backdrop":{}}"#, "/backdrop", "The member 'digest' is missing."),
        (
            #"{"panes":[],"backdrop":{"digest":"0A"}}"#, "/backdrop/digest",
            "64 lowercase hexadecimal"
        ),
        (#"{"panes":[{"panes":[]}]}"#, "/panes/0/panes", "Panes have no panes"),
        (#"{"panes":[{"matrial":"light"}]}"#, "/panes/0/matrial", "Did you mean 'material'?"),
        (
            #"{"panes":[{"material":"thin"}]}"#, "/panes/0/material",
            "It takes one of systemUltraThin"
        ),
        (
            #"{"panes":[{"material":"light","filter":"none"}]}"#, "/panes/0/filter",
            "A pane has a material or a filter, not both."
        ),
        (
            #"{"panes":[{"material":"light","edge":"clamp"}]}"#, "/panes/0/edge",
            "A material has its own edge mode."
        ),
        (
            #"{"panes":[{"material":"light","kernel":"css3box"}]}"#, "/panes/0/kernel",
            "A material has its own kernel."
        ),
        (#"{"panes":[{"edge":"clamp"}]}"#, "/panes/0/edge", "It has no effect without 'filter'."),
        (#"{"panes":[{"kernel":"css3box"}]}"#, "/panes/0/kernel", "no effect without 'filter'."),
        (
            #"{"panes":[{"filter":"sepia(1)","edge":"clamp"}]}"#, "/panes/0/edge",
            "It has no effect without a blur."
        ),
        (
            #"{"panes":[{"filter":"sepia(1)","kernel":"css3box"}]}"#, "/panes/0/kernel",
            "It has no effect without 'blur()'."
        ),
        (
            #"{"panes":[{"filter":"blur(2px)","kernel":"apple3box","edge":"mirror"}]}"#,
            "/panes/0/edge", "does not support the edge mode 'mirror'."
        ),
        (#"{"panes":[{"filter":"blurr(2px)"}]}"#, "/panes/0/filter", "did you mean 'blur'?"),
        (#"{"panes":[{"filter":2}]}"#, "/panes/0/filter", "It takes a filter list of CSS"),
        (##"{"panes":[{"tint":"#12"}]}"##, "/panes/0/tint", "This is no color. Column 1:"),
        (#"{"panes":[{"tint":"red blue"}]}"#, "/panes/0/tint", "expected nothing behind the color"),
        (#"{"panes":[{"tint":7}]}"#, "/panes/0/tint", "It takes a color of CSS"),
        (#"{"panes":[{"alpha":1.5}]}"#, "/panes/0/alpha", "It takes a number from 0 to 1."),
        (#"{"panes":[{"alpha":"1"}]}"#, "/panes/0/alpha", "It takes a number from 0 to 1."),
        (#"{"panes":[{"blend":"add"}]}"#, "/panes/0/blend", "It takes one of normal, multiply"),
        (#"{"panes":[{"group":1}]}"#, "/panes/0/group", "It takes a string."),
        (#"{"panes":[{"invert":1}]}"#, "/panes/0/invert", "It takes true or false."),
        (#"{"panes":[{"frame":[0,0,1,1]}]}"#, "/panes/0/frame", "It takes an object."),
        (#"{"panes":[{"frame":{"w":1}}]}"#, "/panes/0/frame/w", "There is no member 'w' here."),
        (#"{"panes":[{"frame":{"x":"1em"}}]}"#, "/panes/0/frame/x", "It takes a number of pixels"),
        (#"{"panes":[{"frame":{"x":65537}}]}"#, "/panes/0/frame/x", "It takes a number of pixels"),
        (#"{"panes":[{"shape":"star"}]}"#, "/panes/0/shape", "one of rectangle, ellipse, polygon."),
        (#"{"panes":[{"points":[[0,0]]}]}"#, "/panes/0/points", "Only a polygon has points."),
        (
            #"{"panes":[{"shape":"ellipse","corners":1}]}"#, "/panes/0/corners",
            "Only a rectangle has corners."
        ),
        (
            #"{"panes":[{"shape":"polygon","frame":{}}]}"#, "/panes/0/frame",
            "A polygon has points instead."
        ),
        (#"{"panes":[{"shape":"polygon"}]}"#, "/panes/0", "The member 'points' is missing."),
        (
            #"{"panes":[{"shape":"polygon","points":[[1]]}]}"#, "/panes/0/points/0",
            "It takes an array of two lengths."
        ),
        (
            #"{"panes":[{"corners":{"curve":"square"}}]}"#, "/panes/0/corners/curve",
            "It takes one of circular, continuous."
        ),
        (#"{"panes":[{"mask":{}}]}"#, "/panes/0/mask", "exactly one of 'digest', 'part'."),
        (
            #"{"panes":[{"mask":{"part":"a"}}]}"#, "/panes/0/mask/part",
            "The form has no file 'a'."
        ),
        (
            #"{"panes":[{"mask":{"part":"a","channel":"red"}}]}"#, "/panes/0/mask/part",
            "The form has no file 'a'."
        ),
        (#"{"panes":[{"contents":{}}]}"#, "/panes/0/contents", "It takes an array of contents."),
        (
            #"{"panes":[{"contents":[{}]}]}"#, "/panes/0/contents/0",
            "It needs exactly one of 'text', 'runs', 'image', 'shape'."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","image":{}}]}]}"#, "/panes/0/contents/0",
            "It needs exactly one of 'text', 'runs', 'image', 'shape'."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","mode":"fit"}]}]}"#, "/panes/0/contents/0/mode",
            "There is no member 'mode' here."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","vibrancy":"lable"}]}]}"#,
            "/panes/0/contents/0/vibrancy", "It takes one of label, secondaryLabel"
        ),
        (
            #"{"panes":[{"contents":[{"text":1}]}]}"#, "/panes/0/contents/0/text",
            "It takes a string."
        ),
        (
            #"{"panes":[{"contents":[{"runs":[{"text":"a"},{"color":"red"}]}]}]}"#,
            "/panes/0/contents/0/runs/1", "The member 'text' is missing."
        ),
        (
            #"{"panes":[{"contents":[{"runs":[{"text":"a","colour":"red"}]}]}]}"#,
            "/panes/0/contents/0/runs/0/colour", "Did you mean 'color'?"
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","maximumLines":0}]}]}"#,
            "/panes/0/contents/0/maximumLines", "It takes a whole number from 1 to 1000."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","shadow":{"x":1}}]}]}"#,
            "/panes/0/contents/0/shadow", "The member 'color' is missing."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","font":{"weight":1.5}}]}]}"#,
            "/panes/0/contents/0/font/weight", "It takes a whole number from 100 to 1000."
        ),
        (
            #"{"panes":[{"contents":[{"image":{"digest":"x"}}]}]}"#,
            "/panes/0/contents/0/image/digest", "64 lowercase hexadecimal digits"
        ),
        (
            #"{"panes":[{"contents":[{"image":"x"}]}]}"#, "/panes/0/contents/0/image",
            "It takes an object."
        ),
    ]

    @Test(arguments: faults)
    func `refuses, with the place and the reason`(
        fault: (text: String, pointer: String, detail: String)
    ) throws {
        do throws(SceneFault) {
            _ = try Self.read(fault.text)
            Issue.record("\(fault.text) is read")
        } catch {
            let problem = Problem(error)
            #expect(problem.pointer == fault.pointer, "\(fault.text)")
            #expect(problem.detail.contains(fault.detail), "\(fault.text): \(problem.detail)")
        }
    }

    @Test func `refuses files that the scene does not use`() {
        #expect(throws: SceneFault(.unusedPart("b"), at: .root)) {
            try Self.read(
                #"{"panes":[{"mask":{"part":"a"}}]}"#,
                parts: ["a": Digest(of: [1]), "b": Digest(of: [2])]
            )
        }
    }

    @Test func `reads as much text as its limit`() throws {
        let text = #"{"panes":[]}"#
        let space = String(repeating: " ", count: SceneReader.lengthLimit - text.utf8.count)
        #expect(try Self.read(text + space).scene.panes.isEmpty)
        #expect(throws: SceneFault(.tooLong(limit: SceneReader.lengthLimit), at: .root)) {
            try Self.read(text + space + " ")
        }
    }
}
