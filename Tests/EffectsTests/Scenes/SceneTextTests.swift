// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Effects

/// The contents that a text becomes.
@Suite struct SceneTextTests {
    private static let black = StraightColor(white: 0)
    private static let red = StraightColor(red: 1, green: 0, blue: 0)

    /// The contents on a pane of 400 × 200 pixels at twice the scale.
    private static func contents(
        ink: Scene.Layer.Ink = .color(black),
        alpha: Double = 1,
        effect: Scene.Layer.Effect = .filters([.color(.invert(1))]),
        _ change: (inout Scene.Text) -> Void
    ) throws -> [Content] {
        var text = Scene.Text("a", size: Length(20) ?? .zero)
        change(&text)
        var pane = Scene.Layer(shapes: [.rectangle(.whole, .square)], effect: effect)
        pane.layers = [Scene.Layer(.text(text), ink: ink, alpha: alpha)]
        let plan = try Scene(layers: [pane]).plan(
            size: PixelSize(width: 400, height: 200),
            traits: Traits(scale: 2)
        )
        guard case .panes(let panes) = plan.steps[0] else { return [] }
        return panes[0].contents
    }

    private static func forms(_ contents: [Content]) -> [TextForm] {
        contents.compactMap { if case .text(let form) = $0.form { form } else { nil } }
    }

    private static func run(
        _ text: String,
        _ change: (inout Scene.Text.Run) -> Void = { _ in }
    ) -> Scene.Text.Run {
        var run = Scene.Text.Run(text)
        change(&run)
        return run
    }

    @Test func `takes what a run leaves open from the text`() throws {
        let contents = try Self.contents { text in
            text.weight = 600
            text.letterSpacing = Length(10, .percent) ?? .zero
            text.runs = [
                Self.run("a"),
                Self.run("b") {
                    $0.size = Length(15, .points)
                    $0.weight = 300
                    $0.isItalic = true
                    $0.isUnderlined = true
                    $0.isStruck = true
                    $0.letterSpacing = Length(1, .points)
                },
            ]
        }
        let form = try #require(Self.forms(contents).first)
        let family = TextForm.defaultFamily
        #expect(
            form.runs == [
                .init("a", family: family, size: 20, weight: 600, letterSpacing: 2),
                .init(
                    "b",
                    family: family,
                    size: 30,
                    weight: 300,
                    isItalic: true,
                    isUnderlined: true,
                    isStruck: true,
                    letterSpacing: 2
                ),
            ]
        )
        #expect(contents.count == 1)
    }

    @Test func `draws runs of one color together, and those of each other color apart`() throws {
        let contents = try Self.contents { text in
            text.runs = [
                Self.run("a"), Self.run("b") { $0.color = Self.red }, Self.run("c"),
                Self.run("d") { $0.color = Self.red },
            ]
        }
        #expect(contents.map(\.ink) == [.color(Self.black), .color(Self.red)])
        let drawn = Self.forms(contents).map { $0.runs.map(\.isDrawn) }
        #expect(drawn == [[true, false, true, false], [false, true, false, true]])
    }

    @Test func `needs no color where each run has one`() throws {
        let contents = try Self.contents(ink: .own, alpha: 0.5) { text in
            text.runs = [Self.run("a") { $0.color = Self.red }]
        }
        #expect(
            contents.map(\.ink) == [.color(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))]
        )
        #expect(throws: SceneError(.missingInk, at: .layer(0, 0))) {
            try Self.contents(ink: .own) { text in
                text.runs = [Self.run("a") { $0.color = Self.red }, Self.run("b")]
            }
        }
    }

    @Test func `gives a run's color to the vibrancy`() throws {
        let effect = Scene.Layer.Effect.material(.systemThinMaterial)
        let label = try Self.contents(ink: .vibrancy(.label), effect: effect) { text in
            text.runs = [Self.run("a"), Self.run("b") { $0.color = Self.red }]
        }
        #expect(label.count == 2 && label[1].ink == .color(Self.red))
        // Other styles than label take its alpha alone.
        let secondary = try Self.contents(ink: .vibrancy(.secondaryLabel), effect: effect) { text in
            text.runs = [Self.run("a"), Self.run("b") { $0.color = Self.red }]
        }
        #expect(secondary.count == 1)
    }

    @Test func `measures heights of lines by the size of the font`() throws {
        func height(_ length: Length?) throws -> Double? {
            try Self.forms(Self.contents { $0.lineHeight = length })[0].lineHeight
        }
        #expect(try height(nil) == nil)
        #expect(try height(Length(150, .percent)) == 30)
        #expect(try height(Length(14, .points)) == 28)
        #expect(try height(Length(26)) == 26)
    }

    @Test func `puts a moved shadow beneath a text`() throws {
        let contents = try Self.contents(alpha: 0.5) { text in
            text.shadow = .init(
                x: Length(1, .points) ?? .zero,
                y: Length(-50, .percent) ?? .zero,
                blur: Length(6) ?? .zero,
                color: Self.red
            )
            text.runs.append(Self.run("b") { $0.color = Self.red })
        }
        let forms = Self.forms(contents)
        #expect(forms.map(\.shadowSigma) == [3, nil, nil])
        #expect(forms[0].frame.x == forms[1].frame.x + 2)
        #expect(forms[0].frame.y == forms[1].frame.y - 10)
        #expect(forms[0].runs.map(\.isDrawn) == [true, true])
        #expect(contents[0].ink == .color(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)))
    }

    @Test func `places each text that a content becomes at that content`() throws {
        var text = Scene.Text("a")
        text.shadow = .init(color: Self.red)
        var pane = Scene.Layer(
            shapes: [.rectangle(.whole, .square)],
            effect: .filters([.color(.invert(1))])
        )
        pane.layers = [
            Scene.Layer(.fill, in: .ellipse(.whole), ink: .color(Self.red)),
            .init(.text(text), ink: .color(Self.red)),
            .init(.text(.init("b")), ink: .color(Self.red)),
        ]
        let texts = try Scene(layers: [pane]).resolved(
            size: PixelSize(width: 40, height: 40),
            traits: Traits()
        ).texts
        #expect(
            texts.map(\.place) == [
                .layer(0, 1), .layer(0, 1), .layer(0, 2),
            ]
        )
    }

    @Test func `tells forms apart in the plan`() throws {
        let changes: [(inout Scene.Text) -> Void] = [
            { _ in }, { $0.isUnderlined = true }, { $0.isStruck = true },
            { $0.letterSpacing = Length(1) ?? .zero }, { $0.lineHeight = Length(20) },
            { $0.maximumLines = 2 }, { $0.shadow = .init(color: Self.black) },
            { $0.runs = [Self.run("a"), Self.run("b")] }, { $0.runs = [Self.run("ab")] },
            { $0.runs = [Self.run("a"), Self.run("b") { $0.weight = 300 }] },
            { $0.runs = [Self.run("a"), Self.run("b") { $0.color = Self.red }] },
        ]
        let texts = try changes.map { change in
            try Self.contents { change(&$0) }.map(\.value.description).joined()
        }
        #expect(Set(texts).count == changes.count)
        #expect(!texts[0].contains("line") && !texts[0].contains("run"))
    }
}
