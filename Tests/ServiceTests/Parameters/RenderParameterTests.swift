// SPDX-License-Identifier: Apache-2.0

import Codecs
import Service
import TestSupport
import Testing

@Suite
struct RenderParameterTests {
    @Test
    func `has every row that is written`() throws {
        let written = try TableSource.names(of: "RenderParameter", in: "Service/Parameters")
        let options = EncoderOption.table.map(\.name)
        #expect((written + options).sorted() == RenderParameter.table.map(\.name).sorted())
    }

    @Test(arguments: RenderParameter.table)
    func `accepts its own default`(row: RenderParameter) throws {
        let pairs = [(row.name, row.defaultValue)]
        let needed: [(name: String, value: String)] =
            switch row.scope {
            case .blur, .kernel: [("blur", "0")]
            case .legibility: [("material", "auto")]
            case .material: [("material", "systemMaterial")]
            case .tintedMaterial: [("material", "applyTintEffectWithColor")]
            case .region: [("region", "0,0,1,1"), ("blur", "1")]
            case .corner: [("region", "0,0,1,1"), ("blur", "1"), ("corner", "1")]
            case .mask: [("mask", String(repeating: "0", count: 64)), ("blur", "1")]
            case .resizing: [("width", "1")]
            case .framing:
                [("width", "1"), ("height", "1")]
                    + (["position", "focus"].contains(row.name) ? [("fit", "cover")] : [])
            case .rotation: [("rotate", "5")]
            case .caps: [("width", "1"), ("height", "1"), ("caps", "0,0,0,0")]
            case .backdrop: [("width", "1"), ("height", "1"), ("pad", "backdrop")]
            case .effect, .area, .geometry, .clip, .output, .formats, .negotiation: []
            }
        #expect(try RenderParameters(pairs + needed) == RenderParameters(needed))
    }

    @Test(arguments: RenderParameter.table)
    func `is found by its name`(row: RenderParameter) throws {
        let found = try #require(RenderParameter.named(row.name))
        #expect(found.sentence == row.sentence)
        #expect(RenderParameter.named(row.name.uppercased()) == nil)
    }

    @Test(arguments: RenderParameter.table)
    func `has a row in the table for people`(row: RenderParameter) {
        let table = RenderParameter.markdownTable
        #expect(table.contains("| `\(row.name)` | \(row.allowed) |"))
        #expect(table.contains(row.sentence))
    }
}
