// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Synchronization
import Testing

@testable import Effects
@testable import Rendering

/// The contrasts of an analysis, beside those of all pixels of the material as it is rendered.
@Suite struct LegibilityExactnessTests {
    private static let size = PixelSize(width: 1_200, height: 800)

    /// Hostile backdrops: fine checkerboards, stripes like lines of text, an edge, and blots.
    private static let patterns: [(name: String, level: @Sendable (Int, Int) -> Bool)] = [
        ("checkerboard of 1", { x, y in (x + y).isMultiple(of: 2) }),
        ("checkerboard of 3", { x, y in (x / 3 + y / 3).isMultiple(of: 2) }),
        ("checkerboard of 37", { x, y in (x / 37 + y / 37).isMultiple(of: 2) }),
        ("lines of text", { x, y in y % 24 < 14 && (x * 7 + y / 24 * 13) % 11 < 5 }),
        ("stripes", { x, _ in x % 90 < 12 }),
        (
            "dark outside of the pane",
            { x, y in (301..<699).contains(x) && (203..<497).contains(y) }
        ),
        ("blots", { x, y in hypot(Double(x % 170) - 80, Double(y % 130) - 60) < 22 }),
    ]

    private static let panes = [
        PixelRect(x: 301, y: 203, width: 398, height: 294),
        PixelRect(x: 643, y: 333, width: 61, height: 41),
        // Not small: squares of the rim are cut.
        PixelRect(x: 3, y: 301, width: 1_193, height: 57),
        PixelRect(x: 301, y: 1, width: 257, height: 257),
    ]

    private static func goal(_ appearance: Appearance) -> LegibilityGoal {
        var traits = Traits()
        traits.appearance = appearance
        return LegibilityGoal(text: .label, measure: .apca, target: 60, traits: traits)
    }

    /// The contrasts of a text on all pixels of a material.
    private static func reference(
        _ source: SourceImage,
        _ row: LegibilityTable.Row,
        _ style: MaterialStyle,
        _ traits: Traits,
        _ pane: PixelRect
    ) throws -> Double {
        let steps: [Plan.Step] =
            [.reshape(.crop(pane))] + style.filters(traits).map(Plan.Step.filter)
        let renderer = try Renderer(
            source: source,
            plan: Plan(steps),
            output: OutputOptions(encoding: .png(PNGOptions(bitDepth: .sixteen))),
            limits: DecodeLimits()
        )
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        let picture = try Picture(decoding: file.withLock { $0 })
        let ink = try row.text.ink(on: style, traits: traits)
        var contrasts: [Double] = []
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                func channel(_ index: Int) -> Double {
                    Double(picture[x, y, picture.layout.isColor ? index : 0]) / 65_535
                }
                let color = StraightColor(red: channel(0), green: channel(1), blue: channel(2))
                contrasts.append(
                    ContrastMeasure.apca.contrast(of: ink.color(over: color), on: color)
                )
            }
        }
        contrasts.sort()
        return contrasts[Int(Double(contrasts.count) * LegibilityGoal.worstPart)]
    }

    @Test(arguments: 0..<patterns.count)
    func `the fifth percentile is that of all pixels`(index: Int) throws {
        let pattern = Self.patterns[index]
        let picture = Picture(Self.size, .gray) { x, y, _ in pattern.level(x, y) ? 65_535 : 1 }
        // Of 16 bits, and so is the reference.
        let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        let source = try SourceImage(bytes: file, limits: DecodeLimits())
        var (greatest, least) = (0.0, 0.0)
        for pane in Self.panes {
            let analysis = try LegibilityAnalysis(
                source: source,
                goal: Self.goal(.light),
                pane: pane,
                limits: DecodeLimits()
            )
            let table = try analysis.run(cancellation: Cancellation())
            for row in table.rows where row.text == .label && row.appearance == .light {
                guard let style = row.material else { continue }
                let exact = try Self.reference(source, row, style, Self.goal(.light).traits, pane)
                greatest = max(greatest, row.contrast - exact)
                least = min(least, row.contrast - exact)
            }
        }
        // Never too good; too bad where few rows of squares stand for many of pixels.
        #expect(greatest <= 0.3, "\(pattern.name)")
        #expect(least >= -0.8, "\(pattern.name)")
    }
}
