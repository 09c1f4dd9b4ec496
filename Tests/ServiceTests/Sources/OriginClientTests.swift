// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform
import Synchronization
import Testing

@testable import Fetching
@testable import Service

@Suite struct OriginClientTests {
    @Test func `asks about the very address to which it connects, after names were resolved`()
        throws
    {
        let origin = TestOrigin(TestOrigin.Answer(body: [1, 2, 3]))
        let port = try origin.start()
        defer { origin.stop() }
        let place = try #require(SourceOrigin("http://pictures.localhost:\(port)/"))
        let path = try #require(SourcePath(["a.jpg"]))
        let asked = Mutex<[IPAddress]>([])
        let isAllowed = Mutex(false)
        let client = OriginClient(place) { address in
            asked.withLock { $0.append(address) }
            return isAllowed.withLock { $0 }
        }
        #expect(throws: FetchFault.forbiddenAddress) {
            try client.fetch(path, within: .seconds(60)) { _ in true }
        }
        #expect(origin.requests.isEmpty)
        #expect(asked.withLock { addresses in addresses.allSatisfy { $0.isLoopback } })
        #expect(asked.withLock { !$0.isEmpty })
        isAllowed.withLock { $0 = true }
        let bytes = Mutex<[UInt8]>([])
        _ = try client.fetch(path, within: .seconds(60)) { piece in
            bytes.withLock { for index in piece.indices { $0.append(piece[index]) } }
            return true
        }
        #expect(bytes.withLock { $0 } == [1, 2, 3])
    }

    @Test func `takes the lifetime of the first answer for a confirmation without one`() throws {
        let origin = TestOrigin(TestOrigin.Answer(body: [1, 2, 3]))
        origin.set {
            $0.fields[.cacheControl] = "max-age=7"
            $0.fields[.eTag] = "\"one\""
        }
        let port = try origin.start()
        defer { origin.stop() }
        let place = try #require(SourceOrigin("http://127.0.0.1:\(port)/"))
        let path = try #require(SourcePath(["a.jpg"]))
        let client = OriginClient(place)
        func fetch(_ known: OriginClient.Validators?) throws -> OriginClient.Answer {
            try client.fetch(path, unless: known, within: .seconds(60)) { _ in true }
        }
        guard case .new(let version, seconds: 7) = try fetch(nil) else {
            Issue.record("the first answer is not fresh for its max-age")
            return
        }
        origin.set { $0.fields[.cacheControl] = nil }
        #expect(try fetch(version) == .same(seconds: 7))
        origin.set { $0.fields[.cacheControl] = "max-age=3" }
        #expect(try fetch(version) == .same(seconds: 3))
    }
}
