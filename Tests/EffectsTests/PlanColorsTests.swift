// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct PlanColorsTests {
    private static let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    private static let blue = StraightColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    private static let frame = Rectangle(x: 0, y: 0, width: 8, height: 8)

    private static func pane(_ color: StraightColor, _ ink: Ink) -> Plan.Step {
        .panes(
            [
                Pane(
                    bounds: PixelRect(x: 0, y: 0, width: 8, height: 8),
                    coverage: PaneCoverage(shapes: [.ellipse(frame)]),
                    filters: [.tint(color)],
                    contents: [Content(.shape(.ellipse(frame)), ink: ink)],
                    alpha: 0.5,
                    blend: .multiply
                )
            ]
        )
    }

    /// One plan for each place of a color.
    private static func plans(_ color: StraightColor) throws -> [Plan] {
        let shadow = try DropShadow(offset: Point(x: 1, y: 2), sigma: 3, color: color, grows: true)
        let capture = Capture(side: 4, filters: [.tint(color)])
        let cell = Gallery.Cell(caption: "a", filters: [.tint(color)])
        return [
            Plan(filters: [.tint(color)]),
            Plan(filters: [.dropShadow(shadow)]),
            Plan(filters: [.captured(capture)]),
            Plan([pane(color, .own(1))]),
            Plan([pane(color, .color(color))]),
            Plan([pane(color, .dodged(color, plus: color))]),
            Plan([pane(color, .burned(color, minus: color))]),
            Plan([.gallery(Gallery(side: 2, cells: [cell]))]),
        ]
    }

    @Test func `every color is replaced, and nothing else`() throws {
        for (plan, other) in zip(try Self.plans(Self.red), try Self.plans(Self.blue)) {
            #expect(plan != other)
            #expect(plan.mappingColors { $0 == Self.red ? Self.blue : $0 } == other)
            #expect(plan.mappingColors { $0 } == plan)
        }
    }

    @Test func `plans know whether they bring colors`() throws {
        for plan in try Self.plans(Self.red) { #expect(plan.bringsColors, "\(plan)") }
        let blur = Filter.blur(try GaussianBlur(sigma: 3))
        #expect(!Plan(filters: [blur, .color(.saturate(2)), .averageColor]).bringsColors)
        #expect(!Plan([]).bringsColors)
    }
}
