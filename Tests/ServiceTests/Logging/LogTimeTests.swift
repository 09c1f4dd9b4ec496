// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

@Suite struct LogTimeTests {
    static func text(_ seconds: Double) -> String {
        var line: [UInt8] = []
        LogTime.write(Date(timeIntervalSince1970: seconds), to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"),
        (951_782_399.999, "2000-02-28T23:59:59.999Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"),
        (1_000_000_000.25, "2001-09-09T01:46:40.250Z"),
        (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        (-0.5, "1969-12-31T23:59:59.500Z"),
        (-62_167_219_201, "0000-01-01T00:00:00.000Z"),
        (1e300, "9999-12-31T23:59:59.999Z"),
    ])
    func `writes`(seconds: Double, expected: String) {
        #expect(Self.text(seconds) == expected)
    }

    @Test func `agrees with Foundation on every day of some centuries`() {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for day in stride(from: -70_000, to: 70_000, by: 13) {
            // A different time of each day, in quarters of seconds, which are exact.
            let seconds = Double(day) * 86_400 + Double((day * 7_919) & 0xffff) + 0.25
            let date = Date(timeIntervalSince1970: seconds)
            #expect(Self.text(seconds) == date.formatted(style))
        }
    }
}
