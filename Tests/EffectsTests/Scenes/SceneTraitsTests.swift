// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct SceneTraitsTests {
    private static let size = PixelSize(width: 400, height: 200)
    private static let picture = ResourceID(digest: String(repeating: "0", count: 64))

    /// Every screen that traits can tell apart, with and without a color of the caller.
    private static let screens: [Traits] = Appearance.allCases.flatMap { appearance in
        [1, 2].flatMap { scale in
            [false, true].flatMap { reduces in
                [false, true].flatMap { increases in
                    [nil, StraightColor(white: 0.5)].map { solid in
                        Traits(
                            appearance: appearance,
                            scale: scale,
                            reducesTransparency: reduces,
                            increasesContrast: increases,
                            solid: solid
                        )
                    }
                }
            }
        }
    }

    private static func length(_ text: String) throws -> Length {
        try #require(Length(parsing: text))
    }

    private static func frame(_ width: String) throws -> Scene.Frame {
        Scene.Frame(x: .zero, y: .zero, width: try length(width), height: .whole)
    }

    private static func pane(
        _ effect: Scene.Layer.Effect = .none,
        _ contents: [Scene.Layer] = [],
        shape: Scene.Shape = .rectangle(.whole, .square)
    ) -> Scene.Layer {
        Scene.Layer(
            shapes: [shape],
            effect: effect,
            tint: StraightColor(white: 1, alpha: 0.5),
            layers: contents
        )
    }

    private static func area(_ ink: Scene.Layer.Ink, _ width: String = "50%") throws
        -> Scene.Layer
    {
        Scene.Layer(.fill, in: .ellipse(try frame(width)), ink: ink)
    }

    private static func text(_ size: String) throws -> Scene.Layer {
        Scene.Layer(.text(.init("a", size: try length(size))), ink: .color(.init(white: 0)))
    }

    /// A text of 20 pixels, without points, after a change.
    private static func text(_ change: (inout Scene.Text) throws -> Void) throws -> Scene.Layer {
        var text = Scene.Text("Frost", size: try length("20px"))
        try change(&text)
        return Scene.Layer(.text(text), ink: .color(.init(white: 0)))
    }

    private static func shadow(x: String = "0px", blur: String = "0px") throws -> Scene.Text.Shadow
    {
        .init(x: try length(x), blur: try length(blur), color: StraightColor(white: 0))
    }

    private static func picture(
        mode: PictureForm.Mode,
        scale: Double? = nil,
        caps: PictureForm.Caps? = nil
    ) -> Scene.Layer {
        Scene.Layer(
            .picture(.init(picture: Self.picture, mode: mode, scale: scale, caps: caps))
        )
    }

    /// What scenes follow on a usual screen.
    private static func examples() throws -> [(pane: Scene.Layer, follows: Set<Traits.Trait>)] {
        let material = Scene.Layer.Effect.material(.systemThinMaterial)
        let dark = Scene.Layer.Effect.material(.systemMaterialDark)
        let onMaterial: Set<Traits.Trait> = [.appearance, .scale, .reduceTransparency]
        let onDark: Set<Traits.Trait> = [.scale, .reduceTransparency]
        let color = StraightColor(white: 0.2)
        let caps = PictureForm.Caps(top: 1, left: 1, bottom: 1, right: 1, resizing: .stretch)
        return [
            (pane(), []),
            (pane(.filters([.color(.saturate(2))])), []),
            (pane(material), onMaterial),
            (pane(dark), onDark),
            (pane(material, [try area(.color(color))]), onMaterial),
            (pane(material, [try area(.vibrancy(.label))]), onMaterial.union([.increaseContrast])),
            (pane(material, [try area(.vibrancy(.label, color))]), onMaterial),
            (
                pane(material, [try area(.vibrancy(.fill, color))]),
                onMaterial.union([.increaseContrast])
            ),
            (pane(dark, [try area(.vibrancy(.label))]), onDark.union([.increaseContrast])),
            (pane(.none, [try area(.color(color), "9pt")]), [.scale]),
            (pane(.none, [try area(.color(color), "9px")]), []),
            (pane(.none, [try text("17pt")]), [.scale]),
            (pane(.none, [try text("20px")]), []),
            (pane(.none, [try text("20%")]), []),
            (pane(.none, [try text { $0.letterSpacing = try length("1pt") }]), [.scale]),
            (pane(.none, [try text { $0.lineHeight = try length("30pt") }]), [.scale]),
            (pane(.none, [try text { $0.shadow = try shadow(x: "1pt") }]), [.scale]),
            (pane(.none, [try text { $0.shadow = try shadow(blur: "3pt") }]), [.scale]),
            (pane(.none, [try text { $0.shadow = try shadow(x: "1px") }]), []),
            (pane(.none, [try text { $0.runs[0].size = try length("9pt") }]), [.scale]),
            (pane(.none, [try text { $0.runs[0].letterSpacing = try length("1pt") }]), [.scale]),
            (pane(.none, [picture(mode: .fit, scale: 2)]), []),
            (pane(.none, [picture(mode: .center, scale: 2)]), [.scale]),
            (pane(.none, [picture(mode: .center)]), []),
            (pane(.none, [picture(mode: .stretch, scale: 2, caps: caps)]), [.scale]),
            (pane(shape: .rectangle(try frame("9pt"), .square)), [.scale]),
            (
                pane(shape: .rectangle(.whole, .init(radius: try length("4pt")))),
                [.scale]
            ),
            (pane(shape: .rectangle(.whole, .init(radius: try length("0pt")))), []),
            (
                pane(
                    shape: .polygon([
                        .init(x: .zero, y: .zero), .init(x: .whole, y: .zero),
                        .init(x: .whole, y: try length("30pt")),
                    ])
                ),
                [.scale]
            ),
        ]
    }

    @Test func `names the traits that have a say, and no others`() throws {
        for (index, example) in try Self.examples().enumerated() {
            let scene = Scene(layers: [example.pane])
            #expect(scene.followed(given: Traits()) == example.follows, "example \(index)")
            #expect(scene.follows.isSuperset(of: example.follows), "example \(index)")
        }
        let panes = try Self.examples().map(\.pane)
        #expect(Scene(layers: panes).follows == Traits.Trait.ofStyles)
    }

    @Test func `makes the same plan for screens that differ in nothing that has a say`() throws {
        for (index, example) in try Self.examples().enumerated() {
            let scene = Scene(layers: [example.pane])
            for one in Self.screens {
                let followed = scene.followed(given: one)
                #expect(followed.isSubset(of: scene.follows), "example \(index)")
                let plan = try scene.plan(size: Self.size, traits: one)
                for other in Self.screens where other.solid == one.solid {
                    guard followed.allSatisfy({ one.value(of: $0) == other.value(of: $0) }) else {
                        continue
                    }
                    let same = try scene.plan(size: Self.size, traits: other)
                    #expect(same == plan, "example \(index): \(one), \(other)")
                }
            }
        }
    }

    @Test func `follows nothing that changes no plan`() throws {
        // Of each trait that is named, some screen shows that it counts.
        for (index, example) in try Self.examples().enumerated() {
            let scene = Scene(layers: [example.pane])
            for trait in scene.follows {
                let rest = Set(Traits.Trait.allCases).subtracting([trait])
                let counts = try Self.screens.contains { one in
                    let plan = try scene.plan(size: Self.size, traits: one)
                    return try Self.screens.contains { other in
                        guard one.solid == other.solid,
                            rest.allSatisfy({ one.value(of: $0) == other.value(of: $0) })
                        else { return false }
                        return try scene.plan(size: Self.size, traits: other) != plan
                    }
                }
                #expect(counts, "example \(index): \(trait)")
            }
        }
    }
}

extension Traits {
    /// The value of a trait, to be compared.
    fileprivate func value(of trait: Trait) -> Double {
        switch trait {
        case .appearance: appearance == .light ? 0 : 1
        case .scale: scale
        case .reduceTransparency: reducesTransparency ? 1 : 0
        case .increaseContrast: increasesContrast ? 1 : 0
        case .width, .viewportWidth: Double(clientWidth ?? 0)
        }
    }
}
