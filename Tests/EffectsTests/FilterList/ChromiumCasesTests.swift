// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

/// Many lists and colors beside what Chromium made of them (Scripts/update-css-cases).
@Suite
struct ChromiumCasesTests {
    /// A text and the answer to it; `nil` if it was refused.
    private static func cases<Answer: Decodable>(
        _ name: String,
        of type: Answer.Type = Answer.self
    ) throws -> [(text: String, answer: Answer?)] {
        let file = URL(filePath: #filePath)
            .appending(path: "../../../Fixtures/css/\(name).tsv").standardized
        let decoder = JSONDecoder()
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t")
            let text = try decoder.decode(String.self, from: Data(fields[0].utf8))
            if fields[1] == "-" { return (text, nil) }
            return (text, try decoder.decode(Answer.self, from: Data(fields[1].utf8)))
        }
    }

    @Test func `takes the lists that Chromium takes, and no other`() throws {
        let cases = try Self.cases("filters", of: String.self)
        #expect(cases.count > 900)
        for (text, answer) in cases {
            #expect(((try? FilterList(text)) != nil) == (answer != nil), "\(text)")
        }
    }

    @Test func `computes the values that Chromium computes`() throws {
        for case (let text, let answer?) in try Self.cases("filters", of: String.self) {
            // An infinite angle is 0 here; Chromium has a number that is no multiple of a turn.
            if answer.contains("e+15") { continue }
            let (own, theirs) = (try Self.values(text), try Self.values(answer))
            #expect(own.words == theirs.words, "\(text)")
            for (one, other) in zip(own.numbers, theirs.numbers) {
                // Chromium prints six digits, and colors in 8 bits.
                #expect(abs(one - other) <= max(0.003, abs(other) * 1e-5), "\(text)")
            }
        }
    }

    /// The words and the numbers of the filters of a list.
    private static func values(_ text: String) throws -> (words: [Substring], numbers: [Double]) {
        // For style sheets, a point is 4/3 of a pixel.
        let filters = try FilterList(text).scaled(by: 4.0 / 3).filters(edge: .clamp)
        let parts = filters.map(\.value.description).joined(separator: " ")
            .split { " ()[]".contains($0) }
        return (parts.filter { Double($0) == nil }, parts.compactMap { Double($0) })
    }

    @Test func `takes the colors that Chromium takes, and no other`() throws {
        let cases = try Self.cases("colors", of: [Double].self)
        #expect(cases.count > 500)
        for (text, answer) in cases {
            #expect(((try? StraightColor(css: text)) != nil) == (answer != nil), "\(text)")
        }
    }

    @Test func `is within a level of the colors of Chromium`() throws {
        for case (let text, let answer?) in try Self.cases("colors", of: [Double].self) {
            let color = try StraightColor(css: text)
            let levels = [color.red, color.green, color.blue, color.alpha].map { $0 * 255 }
            for (level, other) in zip(levels, answer) {
                #expect(abs(level - other) <= 1, "\(text): \(levels), not \(answer)")
            }
        }
    }
}
