// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct TokenTableTests {
    private let table = TokenTable([AccessToken("correct-horse-battery")])

    @Test(arguments: ["Bearer correct-horse-battery", "bearer correct-horse-battery"])
    func `admits who shows the token`(value: String) {
        #expect(table.caller(value) != nil)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "correct-horse-battery", "Basic correct-horse-battery",
        "Bearer correct-horse-batterz", "Bearer correct-horse-batter",
        "Bearer correct-horse-batteryy", "Bearer correct-horse-batterycorrect-horse-battery",
        "Bearer x", "Bearer correct-horse-battery ",
    ])
    func `keeps out everybody else`(value: String?) {
        #expect(table.caller(value) == nil)
    }

    @Test
    func `admits who shows one of several tokens`() {
        let table = TokenTable(
            ["correct-horse-battery", "staple-staple-staple"].map(AccessToken.init)
        )
        for secret in ["correct-horse-battery", "staple-staple-staple"] {
            #expect(table.caller("Bearer \(secret)")?.token.secret == secret)
        }
        #expect(table.caller("Bearer other-other-other-other") == nil)
        #expect(table.caller(nil) == nil)
    }

    @Test
    func `takes tokens of one name for one caller, and others for others`() {
        let secrets = ["correct-horse-battery", "staple-staple-staple", "third-third-third"]
        let tokens = secrets.enumerated().map { index, secret in
            var token = AccessToken(secret)
            token.name = index < 2 ? "web" : nil
            token.quota.requests = 5
            return token
        }
        let table = TokenTable(tokens)
        let callers = secrets.compactMap { table.caller("Bearer \($0)") }
        #expect(callers[0].identity == callers[1].identity)
        #expect(callers[0].meter === callers[1].meter)
        #expect(callers[0].identity != callers[2].identity)
        #expect(callers[0].meter !== callers[2].meter)
    }

    @Test
    func `admits nobody by an empty token`() {
        #expect(TokenTable([AccessToken("")]).caller("Bearer ") == nil)
    }
}
