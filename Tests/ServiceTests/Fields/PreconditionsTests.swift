// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct PreconditionsTests {
    private let tag = EntityTag("abc")

    @Test(arguments: [
        ("\"abc\"", Preconditions.Outcome.notModified), ("W/\"abc\"", .notModified),
        ("\"x\", \"abc\"", .notModified), ("\"x\",W/\"abc\" ,\"y\"", .notModified),
        ("*", .notModified), ("\"x\"", .proceed), ("\"x,\", \"abc\"", .notModified),
        ("abc", .proceed), ("\"abc", .proceed), ("", .proceed), ("\"ABC\"", .proceed),
        ("\"abc\", broken", .proceed), ("w/\"abc\"", .proceed),
    ])
    func `knows what the client has`(value: String, expected: Preconditions.Outcome) {
        let conditions = Preconditions(match: nil, noneMatch: value)
        #expect(conditions.outcome(current: tag, isRead: true) == expected)
    }

    @Test(arguments: [
        ("\"abc\"", Preconditions.Outcome.proceed), ("*", .proceed), ("\"x\", \"abc\"", .proceed),
        ("W/\"abc\"", .failed), ("\"x\"", .failed), ("abc", .failed), ("", .failed),
    ])
    func `insists on what the client wants`(value: String, expected: Preconditions.Outcome) {
        let conditions = Preconditions(match: value, noneMatch: nil)
        #expect(conditions.outcome(current: tag, isRead: true) == expected)
    }

    @Test
    func `fails a change that is not to replace anything`() {
        let conditions = Preconditions(match: nil, noneMatch: "*")
        #expect(conditions.outcome(current: tag, isRead: false) == .failed)
        #expect(conditions.outcome(current: nil, isRead: false) == .proceed)
    }

    @Test
    func `fails a change of what is not there`() {
        let conditions = Preconditions(match: "*", noneMatch: nil)
        #expect(conditions.outcome(current: nil, isRead: false) == .failed)
    }

    @Test
    func `looks at If-Match first`() {
        let conditions = Preconditions(match: "\"x\"", noneMatch: "\"abc\"")
        #expect(conditions.outcome(current: tag, isRead: true) == .failed)
    }
}
