// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import HTTPTypes
import Rendering
import Testing

@testable import Service

@Suite
struct RefusalTests {
    @Test
    func `is the problem that it stands for`() throws {
        let problem = Problem(ServiceError.admission(.saturated(expectedWait: .seconds(2))))
        let refusal = Refusal.after(.seconds(2))
        #expect(refusal.body(requestID: "abc-1") == problem.body(requestID: "abc-1"))
        #expect(refusal.response.response.status == 503)
        #expect(refusal.response.response.headerFields[.retryAfter] == "3")
        #expect(refusal.response.response.headerFields[.cacheControl] == "no-store")
    }

    @Test(arguments: [(Duration.zero, "1"), (.milliseconds(2500), "3"), (.seconds(1000), "60")])
    func `asks to come back after the expected wait`(wait: Duration, seconds: String) {
        #expect(Refusal.after(wait).response.response.headerFields[.retryAfter] == seconds)
    }

    @Test(arguments: [
        ("192.0.2.77:5000", "192.0.2.1:80", true), ("192.0.2.77:5000", "192.0.3.77:5000", false),
        ("[2001:db8:1:2:3:4:5:6]:1", "[2001:db8:1:2:ff::1]:2", true),
        ("[2001:db8:1:2:3:4:5:6]:1", "[2001:db8:1:3:3:4:5:6]:1", false),
        ("[2001:db8::1]:1", "[2001:db8::2]:9", true), ("[::1]:5", "[::1]:6", true),
        ("unix", "unix", true),
    ])
    func `takes the clients of one network for one caller`(
        one: String,
        other: String,
        areEqual: Bool
    ) {
        #expect((PeerNetwork.name(of: one) == PeerNetwork.name(of: other)) == areEqual)
    }

    @Test
    func `forgets renderings that were asked for long ago`() {
        let asked = AskedRenderings()
        func name(_ number: Int) -> KnownRendering.Name {
            let path = "/\(number)"
            return KnownRendering.Name(
                HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            )
        }
        asked.insert(name(-1))
        #expect(asked.contains(name(-1)) && !asked.contains(name(-2)))
        for number in 0..<2 * AskedRenderings.generationCount { asked.insert(name(number)) }
        #expect(!asked.contains(name(-1)))
        #expect(asked.contains(name(2 * AskedRenderings.generationCount - 1)))
    }
}
