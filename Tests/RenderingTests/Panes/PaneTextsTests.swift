// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import TestSupport
import Testing
import Typesetting

private let hasFonts = (try? TextRaster.identity()) != nil

/// Emoji and shadows of texts on panes.
@Suite(.enabled(if: hasFonts, "needs libpangocairo-1.0-0 and fonts-dejavu-core"))
struct PaneTextsTests {
    private let panes = PaneContentsTests()

    /// A text whose emoji covers columns 10 to 41 and rows 12 to 43 with four squares.
    private static func text(_ text: String, family: String = "DejaVu Sans") -> TextForm {
        let frame = Rectangle(x: 10, y: 12, width: 60, height: 60)
        return TextForm(text: text, family: family, size: 32, frame: frame)
    }

    private static let emoji = text("\u{1F600}", family: "Frostpane Emoji")

    /// The color of the emoji at a pixel; its font is made by Tests/Fixtures/fonts/make-fonts.
    private func color(_ x: Int, _ y: Int) -> StraightColor? {
        guard (10..<42).contains(x), (12..<44).contains(y) else { return nil }
        return switch (x < 26, y < 28) {
        case (true, true): StraightColor(red: 1, green: 0, blue: 0)
        case (false, true): StraightColor(red: 0, green: 1, blue: 0)
        case (true, false): StraightColor(red: 0, green: 0, blue: 1)
        case (false, false): StraightColor(white: 1, alpha: 128.0 / 255)
        }
    }

    @Test(arguments: PaneContentsTests.inks, [ChannelLayout.rgb, .gray])
    func `an emoji keeps its colors in each ink, and takes its opacity`(
        ink: Ink,
        layout: ChannelLayout
    ) throws {
        let picture = panes.picture(layout)
        let content = Content(.text(Self.emoji), ink: ink)
        let result = try panes.rendered(picture, panes.pane([content]))
        #expect(result.layout == .rgb)
        // The bitmap has 64 pixels, so its edges are mixed where squares meet.
        panes.expect(result, picture, within: 200) { x, y, beneath in
            let color = color(x, y)
            let isEdge = [10, 25, 26, 41].contains(x) || [12, 27, 28, 43].contains(y)
            if isEdge || x == 9 || x == 42 || y == 11 || y == 44 {
                return BlendReference.Sample(.rgb) { result[x, y, $0] }
            }
            let weight = (color?.alpha ?? 0) * ink.opacity
            let samples = color.map { [$0.red, $0.green, $0.blue] } ?? beneath.color
            return BlendReference.Sample(
                color: zip(beneath.color, samples).map { $0 + ($1 - $0) * weight },
                alpha: 1
            )
        }
    }

    @Test(arguments: [0, 3.5])
    func `a shadow is the blurred coverage of a text in its color`(sigma: Double) throws {
        var form = Self.text("Ag")
        form.frame.x += 2.25
        form.shadowSigma = sigma
        let picture = panes.picture(.rgb)
        let color = StraightColor(red: 0.1, green: 0, blue: 0.4, alpha: 0.75)
        let result = try panes.rendered(
            picture,
            panes.pane([Content(.text(form), ink: .color(color))])
        )
        form.shadowSigma = nil
        let wide = PixelRect(x: -40, y: -40, width: 140, height: 150)
        let plane = try TextRaster.draw(form, in: wide)
        let reference = blurred(plane, sigma: sigma)
        // The blur is exact to 0.26 of 255.
        panes.expect(result, picture, within: sigma == 0 ? 1.5 : 70) { x, y, beneath in
            let weight = reference(x, y) * color.alpha
            return BlendReference.Sample(
                color: zip(beneath.color, [color.red, color.green, color.blue]).map {
                    $0 + ($1 - $0) * weight
                },
                alpha: 1
            )
        }
    }

    /// The coverage of a plane after an exact Gaussian.
    private func blurred(_ plane: TextPlane, sigma: Double) -> (Int, Int) -> Double {
        func sample(_ x: Int, _ y: Int) -> Double {
            guard plane.rect.columns.contains(x), plane.rect.rows.contains(y) else { return 0 }
            return Double(plane.row(y)[x - plane.rect.x]) / 255
        }
        guard sigma > 0 else { return sample }
        let reach = Int(6 * sigma)
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        var rows: [Int: [Double]] = [:]
        for y in plane.rect.rows {
            rows[y] = (0..<60).map { x in
                (-reach...reach).reduce(0) { $0 + weights[$1 + reach] / sum * sample(x + $1, y) }
            }
        }
        return { x, y in
            (-reach...reach).reduce(0) { total, offset in
                total + weights[offset + reach] / sum * (rows[y + offset]?[x] ?? 0)
            }
        }
    }

    @Test func `an emoji casts a shadow in the color of the shadow`() throws {
        var form = Self.emoji
        form.shadowSigma = 0
        let picture = panes.picture(.gray)
        let ink = Ink.color(StraightColor(white: 0))
        let result = try panes.rendered(picture, panes.pane([Content(.text(form), ink: ink)]))
        #expect(result.layout == .gray)
        #expect(result[20, 20, 0] == 0 && result[35, 20, 0] == 0)
        let half = Double(result[35, 36, 0]) / Double(picture[35, 36, 0])
        #expect(abs(half - 127.0 / 255) < 0.01)
    }
}
