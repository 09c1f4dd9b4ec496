// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization
import Testing

@Suite struct LiveFaultTests {
    /// The head of a request whose body is malformed from its first byte.
    private static let badBody =
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"

    @Test(arguments: [
        (badBody, 400, "/echo"), ("GET / HTTP/9.9\r\n\r\n", 505, "-"),
    ])
    func `represents a fault on the exchange whose record follows`(
        _ request: String,
        _ status: Int,
        _ path: String
    ) async throws {
        let live = try LiveServer()
        try await onThread {
            let client = try live.connect()
            client.send(request)
            let response = client.readResponse()
            #expect(response?.status == status)
            #expect(client.waitForEnd())
            #expect(eventually { live.handler.outcomes.count == 1 })
            let record = try #require(live.handler.records.withLock { $0.first })
            #expect(record.annotations["fault"] == "\(record.id) \(path)")
            #expect(response?.text == "fault \(record.id)")
        }
        #expect(eventually { live.server.statistics.exchangesActive == 0 })
    }
}
