// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Testing

/// Pictures that were looked at and found right, and how far a render may stand from each.
///
/// A miss writes what came out, and the difference, beside the temporary files. Only
/// `Scripts/update-golden` rewrites the pictures.
@Suite struct GoldenTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let plan: Plan

        var testDescription: String { name }
    }

    static let cases: [Case] = {
        func plan(_ sigma: Float, _ edge: EdgeMode, _ saturation: Double = 1) -> Plan? {
            guard let blur = try? GaussianBlur(sigma: sigma, edge: edge),
                let saturate = try? Saturation(amount: saturation)
            else { return nil }
            return Plan(blur: blur, saturate: saturate)
        }
        let named: [(String, Plan?)] =
            EdgeMode.allCases.map { ("blur6-\($0.rawValue)", plan(6, $0)) } + [
                ("blur1.5-clamp", plan(1.5, .clamp)),
                ("blur40-mirror", plan(40, .mirror)),
                ("blur6-saturate1.8", plan(6, .clamp, 1.8)),
                ("saturate0", plan(0, .clamp, 0)),
            ] + Appearance.allCases.map { ("hello-\($0.rawValue)", hello($0)) }
        return named.compactMap { name, plan in plan.map { Case(name: name, plan: $0) } }
    }()

    /// A label on a pane of a thin material.
    private static func hello(_ appearance: Appearance) -> Plan? {
        let traits = Traits(appearance: appearance)
        let material = MaterialStyle.systemThinMaterial
        let frame = Rectangle(x: 6, y: 18, width: 84, height: 28)
        guard let ink = try? VibrancyStyle.label.ink(on: material, traits: traits) else {
            return nil
        }
        let text = TextForm(
            text: "Hello, world!",
            family: "sans-serif",
            size: 10,
            weight: 700,
            frame: frame,
            alignment: .center,
            position: .middle
        )
        let corners = Corners(curve: .continuous, radius: 9)
        let pane = Pane(
            bounds: PixelRect(x: 6, y: 18, width: 84, height: 28),
            coverage: PaneCoverage(shapes: [.rectangle(frame, corners)]),
            filters: material.filters(traits),
            contents: [Content(.text(text), ink: ink)]
        )
        return Plan([.panes([pane])])
    }

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/Rendering")

    /// A disc, a ramp and a transparent corner: something for every mistake to show in.
    private static let source = Picture(PixelSize(width: 96, height: 64), .rgba) { x, y, channel in
        let isInDisc = (x - 30) * (x - 30) + (y - 34) * (y - 34) < 400
        let value: Int
        switch channel {
        case 0: value = isInDisc ? 240 : x * 255 / 95
        case 1: value = isInDisc ? 90 : y * 255 / 63
        case 2: value = (x / 8 + y / 8) % 2 == 0 ? 60 : 200
        default: value = x > 70 && y < 24 ? 0 : 255
        }
        return UInt16(value) * 257
    }

    /// The largest difference of a premultiplied 8-bit sample.
    ///
    /// The file `tolerances.txt` beside the pictures has a line for each: name, number, reason.
    private static func tolerance(of name: String) throws -> Double {
        let text = try String(contentsOf: folder.appending(path: "tolerances.txt"), encoding: .utf8)
        let fields = text.split(separator: "\n")
            .map { $0.split(separator: " ", maxSplits: 2) }
            .first { $0.first.map(String.init) == name }
        return try #require(fields.flatMap { $0.count == 3 ? Double($0[1]) : nil })
    }

    @Test(arguments: cases)
    func `renders as it did when somebody looked`(golden: Case) throws {
        let result = try render(try Self.source.encoded(), golden.plan)
        let file = Self.folder.appending(path: "\(golden.name).png")
        if ProcessInfo.processInfo.environment["FROSTPANE_UPDATE_GOLDEN"] != nil {
            try Data(result).write(to: file)
            return
        }
        let actual = try Picture(decoding: result)
        let expected = try Picture(decoding: [UInt8](Data(contentsOf: file)))
        try #require(actual.size == expected.size && actual.layout == expected.layout)
        let difference = actual.premultipliedDifference(from: expected)
        let worst = difference.samples.map { Double($0) / 257 }.max() ?? 0
        guard worst > (try Self.tolerance(of: golden.name)) else { return }
        let folder = FileManager.default.temporaryDirectory
        let name = "frostpane-golden-\(golden.name)"
        try Data(result).write(to: folder.appending(path: "\(name)-actual.png"))
        try Data(difference.encoded()).write(to: folder.appending(path: "\(name)-difference.png"))
        Issue.record("off by \(worst); see \(folder.path)/\(name)-*.png")
    }
}

extension Picture {
    /// The distance of each sample, color weighed by alpha.
    fileprivate func premultipliedDifference(from other: Picture) -> Picture {
        let alpha = layout.channelCount - 1
        return Picture(size, layout) { x, y, channel in
            func premultiplied(_ picture: Picture) -> Int {
                let sample = Int(picture[x, y, channel])
                guard layout.hasAlpha, channel != alpha else { return sample }
                return sample * Int(picture[x, y, alpha]) / 65_535
            }
            return UInt16(abs(premultiplied(self) - premultiplied(other)))
        }
    }
}
