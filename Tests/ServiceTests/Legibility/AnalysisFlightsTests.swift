// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Rendering
import Store
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer
@testable import Service

@Suite
struct AnalysisFlightsTests {
    private final class Nobody: ExchangeAttendant {
        func attend(to exchange: HTTPExchange) {}
    }

    @Test
    func `goes on with the one picture that was looked at, whoever sent it too`() async throws {
        let test = try TestService(.router) { $0.statedWorkers = 1 }
        let service = test.service
        let blocker = try SlowRendering(test)
        try await blocker.begin()
        // Under one digest, as the same bytes that were sent twice would be, and yet told apart.
        let first = try TestPicture.make()
        let pictures = [first, first + [0]]
        let digest = Digest(of: first)
        let continued = Mutex<[[UInt8]]>([])
        for picture in pictures {
            let exchange = HTTPExchange(
                id: 1,
                peer: "",
                bodyLength: .none,
                attendant: Nobody()
            )
            let request = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")
            try service.settle(
                try RenderParameters([("material", "auto")]),
                on: (try SourceImage(bytes: picture, limits: service.limits), digest),
                for: RequestContext(request, on: exchange)
            ) { _, source, table in
                #expect(table != nil)
                continued.withLock { $0.append(source.bytes) }
            }
        }
        #expect(service.analyses.waiterCount == 2)
        blocker.end()
        try await eventually { continued.withLock { $0.count } == 2 }
        #expect(continued.withLock { $0 } == [first, first])
    }
}
