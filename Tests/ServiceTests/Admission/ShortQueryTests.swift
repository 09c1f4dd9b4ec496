// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

struct ShortQueryTests {
    private static let signature =
        "key-id=app&expires=1900000000&signature=" + String(repeating: "a", count: 43)

    private static func filters(_ count: Int, _ opening: String = "(") -> String {
        "filter="
            + (0..<count).map { "blur\(opening)\($0 + 2).5px)" }.joined(separator: "+")
    }

    @Test(arguments: [
        "", "blur=20&saturate=1.8&quality=80&format=webp&width=1200&\(signature)", filters(8),
        filters(8, "%28"),
    ])
    func `is parsed on the event loop`(query: String) {
        #expect(PlannedTexts.isShort(query))
    }

    @Test(arguments: [
        filters(9), filters(9, "%28"), filters(16), String(repeating: "a=1&", count: 97),
    ])
    func `is parsed on a worker`(query: String) {
        #expect(!PlannedTexts.isShort(query))
    }
}
