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
    func `sixteen filters take what they were estimated to take`(list: String) async {
        await #expect(processExitsWith: .success) { [list = list as String] in
            let count = list.contains(") ") ? 5 : 16
            let all = Array(repeating: list, count: count).joined(separator: " ")
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
