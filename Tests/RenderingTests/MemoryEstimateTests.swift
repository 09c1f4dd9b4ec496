// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import TestSupport
import Testing
import Typesetting

@testable import Rendering

/// The memory of renders, as the kernel counts it, beside what was estimated before.
///
/// Each case has a process of its own, where nothing else allocates.
@Suite(
    .enabled(if: EstimatedRender.isOptimized, "megapixels take minutes in a debug build"),
    .disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code")
)
struct MemoryEstimateTests {
    @Test(arguments: EstimatedRender.lists)
    func `a filter takes what it was estimated to take`(list: String) async {
        await #expect(processExitsWith: .success) { [list = list as String] in
            let source = try EstimatedRender.source(.png(PNGOptions()), .rgba)
            try EstimatedRender.expect(source, list)
        }
    }

    @Test(arguments: EstimatedRender.lists)
    func `a list of filters takes what it was estimated to take`(list: String) async {
        await #expect(processExitsWith: .success) { [list = list as String] in
            // As many as a list may have; of those that take seconds, fewer.
            let isFast = ["blur(20px)", "curve(0 0.2 0.9 1)", "opacity(0.4)"].contains(list)
            let all = Array(repeating: list, count: isFast ? 16 : 5).joined(separator: " ")
            try EstimatedRender.expect(try EstimatedRender.source(.png(PNGOptions()), .rgb), all)
        }
    }

    @Test(arguments: [true, false])
    func `three boxes take what they were estimated to take`(isCSS: Bool) async {
        await #expect(processExitsWith: .success) { [isCSS = isCSS as Bool] in
            let box = try BoxBlur(sigma: 90, kind: isCSS ? .css3box : .apple3box, edge: .clamp)
            let source = try EstimatedRender.source(.png(PNGOptions()), .rgb)
            try EstimatedRender.expect(source, Plan(filters: [.boxBlur(box)]))
        }
    }

    @Test(arguments: EstimatedRender.files.map { $0.name }, EstimatedRender.results.map { $0.name })
    func `a file takes what it was estimated to take`(file: String, result: String) async {
        await #expect(processExitsWith: .success) {
            [file = file as String, result = result as String] in
            let named = EstimatedRender.files.first { $0.name == file }
            let source = try #require(named).make()
            let options = try #require(EstimatedRender.results.first { $0.name == result }).options
            try EstimatedRender.expect(source, Plan([]), options)
            let blur = Plan(blur: try GaussianBlur(sigma: 20), saturate: nil)
            try EstimatedRender.expect(source, blur, options)
        }
    }

    @Test(arguments: EstimatedRender.files.map { $0.name }, [7, 400, 1500])
    func `a reduction takes what it was estimated to take`(file: String, width: Int) async {
        await #expect(processExitsWith: .success) {
            [file = file as String, width = width as Int] in
            let named = EstimatedRender.files.first { $0.name == file }
            let source = try #require(named).make()
            let upright = source.header.size
            let height = width * upright.height / upright.width
            let resize = Resize(size: PixelSize(width: width, height: height))
            let plan = Plan([.reshape(.resize(resize))])
            try EstimatedRender.expect(source, plan, .jpeg(JPEGOptions()))
        }
    }

    @Test(
        .enabled(if: EstimatedRender.hasFonts, "no fonts are installed"),
        arguments: EstimatedRender.scenes.map { $0.name }
    )
    func `panes take what they were estimated to take`(scene: String) async {
        await #expect(processExitsWith: .success) { [scene = scene as String] in
            try EstimatedRender.loadFonts()
            let named = EstimatedRender.scenes.first { $0.name == scene }
            let steps = try #require(named).make()
            let source = try EstimatedRender.source(.png(PNGOptions()), .rgb)
            try EstimatedRender.expect(source, Plan(steps))
        }
    }

    @Test(arguments: ["JPEG", "progressive JPEG", "PNG with alpha"])
    func `a placeholder takes what it was estimated to take`(name: String) async {
        await #expect(processExitsWith: .success) { [name = name as String] in
            let file = try #require(EstimatedRender.files.first { $0.name == name })
            let source = try file.make()
            let size = source.header.size
            let goal = PlaceholderGoal(
                components: PixelSize(width: 9, height: 9),
                colorCount: 16,
                box: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
                measure: .apca,
                background: .white
            )
            let analysis = PlaceholderAnalysis(of: source, goal, limits: DecodeLimits())
            let before = try EstimatedRender.resident()
            _ = try analysis.run(cancellation: Cancellation())
            try EstimatedRender.expectPeak(over: before, analysis.source, analysis.estimate)
        }
    }

    @Test(arguments: EstimatedRender.reshapings.map { $0.name })
    func `a turned or padded picture takes what it was estimated to take`(name: String) async {
        await #expect(processExitsWith: .success) { [name = name as String] in
            let named = EstimatedRender.reshapings.first { $0.name == name }
            let steps = try #require(named).make().map(Plan.Step.reshape)
            let jpeg = try EstimatedRender.source(.jpeg(JPEGOptions()), .rgb)
            try EstimatedRender.expect(jpeg, Plan(steps))
            let png = try EstimatedRender.source(.png(PNGOptions(bitDepth: .sixteen)), .rgba)
            try EstimatedRender.expect(png, Plan(steps))
        }
    }

    @Test func `a search for a rim and for attention takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            var geometry = Geometry()
            (geometry.width, geometry.height) = ("400px", "400px")
            geometry.mode = FitMode(.cover)
            geometry.trim = 0.1
            geometry.focus = .attention
            let analysis = GeometryAnalysis(
                source: try EstimatedRender.source(.jpeg(JPEGOptions()), .rgb),
                geometry: geometry,
                traits: Traits(),
                limits: DecodeLimits()
            )
            let before = try EstimatedRender.resident()
            _ = try analysis.run(cancellation: Cancellation())
            try EstimatedRender.expectPeak(over: before, analysis.source, analysis.estimate)
        }
    }

    @Test func `an analysis takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let analysis = try LegibilityAnalysis(
                source: try EstimatedRender.source(.png(PNGOptions()), .rgb),
                goal: LegibilityGoal(text: .label, measure: .apca, target: 75, traits: Traits()),
                limits: DecodeLimits()
            )
            let before = try EstimatedRender.resident()
            _ = try analysis.run(cancellation: Cancellation())
            try EstimatedRender.expectPeak(over: before, analysis.source, analysis.estimate)
        }
    }
}
