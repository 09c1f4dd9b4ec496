// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Testing

@Suite struct LegibilityAnalysisTests {
    private static let size = PixelSize(width: 48, height: 32)

    private func table(
        _ picture: Picture,
        measure: ContrastMeasure = .wcag,
        box: PixelRect? = nil
    ) throws -> LegibilityTable {
        let limits = DecodeLimits()
        let goal = LegibilityGoal(
            text: .label,
            measure: measure,
            target: measure.usualTarget,
            traits: Traits()
        )
        let analysis = try LegibilityAnalysis(
            source: SourceImage(bytes: picture.encoded(), limits: limits),
            goal: goal,
            box: box,
            limits: limits
        )
        return try analysis.run(cancellation: Cancellation())
    }

    private func contrast(
        _ table: LegibilityTable,
        _ material: MaterialStyle?,
        _ appearance: Appearance,
        _ text: VibrancyStyle
    ) throws -> Double {
        try #require(
            table.rows.first {
                $0.material == material && $0.appearance == appearance && $0.text == text
            }
        ).contrast
    }

    /// The least contrasts over all flat grays, found by hand from the recipes: WCAG and APCA of a
    /// label, and of a secondary label.
    private static let known: [(MaterialStyle, Appearance, [Double], [Double])] = [
        (.systemUltraThinMaterial, .light, [2.89, 1.53], [19, 8]),
        (.systemUltraThinMaterial, .dark, [2.08, 1.45], [45, 20]),
        (.systemThinMaterial, .light, [6.16, 2.07], [44, 21]),
        (.systemThinMaterial, .dark, [3.94, 2.22], [70, 34]),
        (.systemMaterial, .light, [11.7, 2.96], [73, 42]),
        (.systemMaterial, .dark, [7.26, 3.54], [87, 43]),
        (.systemThickMaterial, .light, [16.5, 3.25], [93, 54]),
        (.systemThickMaterial, .dark, [13.3, 5.42], [98, 46]),
    ]

    @Test(arguments: ContrastMeasure.allCases)
    func `finds the least contrasts that the recipes have over flat grays`(
        measure: ContrastMeasure
    ) throws {
        var tables: [LegibilityTable] = []
        for level in Array(stride(from: 0, to: 255, by: 10)) + [255] {
            let gray = Picture(Self.size, .gray) { _, _, _ in UInt16(level) * 257 }
            tables.append(try table(gray, measure: measure))
        }
        for (material, appearance, wcag, apca) in Self.known {
            for (index, text) in [VibrancyStyle.label, .secondaryLabel].enumerated() {
                let contrasts = try tables.map { try contrast($0, material, appearance, text) }
                let least = try #require(contrasts.min())
                let known = (measure == .wcag ? wcag : apca)[index]
                let tolerance = measure == .wcag ? known * 0.02 : 1.5
                #expect(abs(least - known) <= tolerance, "\(material) \(appearance) \(text)")
            }
        }
    }

    @Test func `counts the worst places, and only those where the text stands`() throws {
        let size = PixelSize(width: 800, height: 200)
        let picture = Picture(size, .rgb) { x, _, _ in x < 400 ? 0 : 65_535 }
        let whole = try table(picture)
        let left = try table(picture, box: PixelRect(x: 0, y: 0, width: 200, height: 200))
        let right = try table(picture, box: PixelRect(x: 600, y: 0, width: 200, height: 200))
        let material = MaterialStyle.systemUltraThinMaterial
        let dark = try contrast(left, material, .light, .label)
        let light = try contrast(right, material, .light, .label)
        #expect(dark < light / 2)
        #expect(abs(try contrast(whole, material, .light, .label) - dark) < 0.1)
    }

    @Test func `goes dark over black and light over white when asked for thin glass`() throws {
        for (level, appearance) in [(UInt16(0), Appearance.dark), (65_535, .light)] {
            let picture = Picture(Self.size, .rgb) { _, _, _ in level }
            let rows = try table(picture).rows
            let best = rows.filter { $0.material == .systemUltraThinMaterial && $0.text == .label }
                .max { $0.contrast < $1.contrast }
            #expect(best?.appearance == appearance)
        }
    }

    private func estimate(
        _ bytes: [UInt8],
        pane: PixelRect? = nil
    ) throws -> RenderEstimate {
        try LegibilityAnalysis(
            source: SourceImage(bytes: bytes, limits: DecodeLimits()),
            goal: LegibilityGoal(text: .label, measure: .wcag, target: 3, traits: Traits()),
            pane: pane,
            limits: DecodeLimits()
        ).estimate
    }

    @Test func `expects every pass over a picture that is decoded in passes`() throws {
        let size = PixelSize(width: 320, height: 240)
        let picture = Picture(size, .rgb) { x, y, _ in UInt16((x * 31 + y * 17) % 65_536) }
        let plain = try picture.encoded(.jpeg(JPEGOptions()))
        let scans = try picture.encoded(.jpeg(JPEGOptions(progressive: true)))
        let header = try SourceImage(bytes: scans, limits: DecodeLimits()).header
        try #require(header.decodingPasses > 1)
        let more = try estimate(scans).work - estimate(plain).work
        #expect(more >= size.pixelCount * 3 * (header.decodingPasses - 1))
        // All coefficients are held, and the file.
        #expect(
            try estimate(scans).memory >= scans.count + header.decoderByteCount
                + Band<Straight>.byteCount(layout: .rgb, width: size.width, capacity: 16)
        )
    }

    @Test func `expects to lay every material on the pane`() throws {
        let size = PixelSize(width: 2_000, height: 2_000)
        let bytes = try Picture(size, .gray) { _, _, _ in 0 }.encoded()
        let whole = try estimate(bytes)
        let part = try estimate(bytes, pane: PixelRect(x: 0, y: 0, width: 400, height: 400))
        // The means of squares of four pixels, blurred and remapped once for each of ten surfaces.
        let materials = whole.work - part.work
        #expect(materials > 500 * 500 * 3 * 8 * 5)
        #expect(whole.memory > part.memory)
        // To decode is the same for both.
        #expect(part.work > size.pixelCount * 4)
    }

    @Test(arguments: [(-1, 0), (0, -1), (1, 0), (0, 1)])
    func `refuses a pane that is not inside of the picture`(x: Int, y: Int) throws {
        let size = PixelSize(width: 20, height: 10)
        let bytes = try Picture(size, .gray) { _, _, _ in 0 }.encoded()
        let pane = PixelRect(x: x, y: y, width: size.width, height: size.height)
        #expect(throws: PlanFault.paneOutside(pane)) { try estimate(bytes, pane: pane) }
    }

    @Test func `stops when nobody waits any more`() throws {
        let picture = Picture(Self.size, .rgb) { _, _, _ in 0 }
        let limits = DecodeLimits()
        let goal = LegibilityGoal(text: .label, measure: .wcag, target: 3, traits: Traits())
        let analysis = try LegibilityAnalysis(
            source: SourceImage(bytes: picture.encoded(), limits: limits),
            goal: goal,
            limits: limits
        )
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) { try analysis.run(cancellation: cancellation) }
    }
}
