// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@testable import Service

@Suite
struct LinkTests {
    @Test
    func `reads links as they were kept, and nothing else`() throws {
        let link = Link(
            source: Digest(of: [1]),
            pairs: [.init(name: "region", value: "1,2,3,4"), .init(name: "region", value: "é\"")],
            expiry: 4_102_444_800
        )
        #expect(Link(bytes: link.bytes) == link)
        let forever = Link(source: Digest(of: [1]), pairs: [], expiry: nil)
        #expect(Link(bytes: forever.bytes) == forever)
        for count in 0..<link.bytes.count - 1 {
            #expect(Link(bytes: Array(link.bytes.prefix(count))) == nil)
        }
    }
}
