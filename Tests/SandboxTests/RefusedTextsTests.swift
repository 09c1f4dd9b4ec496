// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@testable import Sandbox

struct RefusedTextsTests {
    private static func form(_ text: String) -> TextForm {
        TextForm(
            text: text,
            family: "DejaVu Sans",
            size: 20,
            frame: Rectangle(x: 0, y: 0, width: 50, height: 50)
        )
    }

    @Test func `a text is refused for a while, and no other one`() {
        let now = ContinuousClock.now
        var refused = RefusedTexts()
        refused.insert(Self.form("a"), at: now)
        #expect(refused.contains(Self.form("a"), at: now))
        #expect(!refused.contains(Self.form("b"), at: now))
        var larger = Self.form("a")
        larger.runs[0].size = 21
        #expect(!refused.contains(larger, at: now))
        #expect(refused.contains(Self.form("a"), at: now + RefusedTexts.lifetime - .seconds(1)))
        #expect(!refused.contains(Self.form("a"), at: now + RefusedTexts.lifetime))
    }

    @Test func `the oldest text makes room for a new one`() {
        let now = ContinuousClock.now
        var refused = RefusedTexts()
        for number in 0...RefusedTexts.limit {
            refused.insert(Self.form("\(number)"), at: now + .milliseconds(number))
        }
        #expect(!refused.contains(Self.form("0"), at: now + .seconds(1)))
        #expect(refused.contains(Self.form("1"), at: now + .seconds(1)))
        #expect(refused.contains(Self.form("\(RefusedTexts.limit)"), at: now + .seconds(1)))
    }
}
