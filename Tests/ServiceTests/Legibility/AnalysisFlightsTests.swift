// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform
import Rendering
import Store
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer
@testable import Service

@Suite
struct AnalysisFlightsTests {
    private final class Nobody: ExchangeDriver {
        let executor: any TaskExecutor = SerialQueue("exchange")

        func processCommands(of exchange: HTTPExchange) {}
    }

    @Test
    func `measures once for all who ask for the same at the same time`() async throws {
        let service = try TestService(.router) {
            $0.statedWorkers = 1
            // Places for all uploads at the same time.
            $0.statedQueueLimit = 16
        }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let picture = try TestPicture.make()
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for index in 0..<10 {
                let target =
                    index < 8
                    ? "/v1/legibility?text=label" : "/v1/render?material=auto&format=png"
                group.addTask { try await service.send(.post(target, picture)) }
            }
            let analyses = service.service.analyses.legibility
            try await eventually { analyses.waiterCount == 10 }
            #expect(analyses.count == 1)
            let pool = service.service.pool
            try await eventually { pool.status.queued == 1 }
            blocker.end()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.status == 200 })
        #expect(Set(replies.map(\.body)).count == 2)
        try await eventually { service.service.pool.status.running == 0 }
        // What was in the way, the analysis, and the rendering that two of them asked for.
        #expect(service.service.completedRenderings == 3)
        #expect(service.service.analyses.legibility.count == 0)
        #expect(service.service.analyses.legibility.waiterCount == 0)
    }

    @Test
    func `stops to measure when the last who asked has left`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let call = Call.post("/v1/legibility", try TestPicture.make())
        let exchanges = (0..<2).map { _ in RouterExchange(call, to: service.service) { _ in } }
        let pool = service.service.pool
        let analyses = service.service.analyses.legibility
        for exchange in exchanges { exchange.begin() }
        try await eventually { analyses.waiterCount == 2 }
        exchanges[0].leave()
        try await eventually { analyses.waiterCount == 1 }
        try await eventually { pool.status.queued == 1 }
        exchanges[1].leave()
        try await eventually { pool.status.queued == 0 }
        #expect(analyses.count == 0)
        blocker.end()
    }

    @Test
    func `tells all who ask for the same why nothing is measured`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let picture = try TestPicture.make()
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<3 {
                group.addTask { try await service.send(.post("/v1/legibility", picture)) }
            }
            try await eventually { service.service.analyses.legibility.waiterCount == 3 }
            service.service.shutDown()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.allSatisfy { $0.status == 503 })
        blocker.end()
    }

    @Test
    func `goes on with the one picture that was looked at, whoever sent it too`() async throws {
        let test = try TestService(.router) { $0.statedWorkers = 1 }
        let service = test.service
        let blocker = BusyWorker(test)
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
                driver: Nobody()
            )
            let request = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")
            let parameters = try RenderParameters([("material", "auto")])
            let limits = service.images.limits
            Task { @Sendable in
                let settled = try await service.analyses.settle(
                    RenderSubject(
                        source: try SourceImage(bytes: picture, limits: limits),
                        digest: digest
                    ),
                    parameters,
                    for: RequestContext(request, on: exchange, ignoring: NamePatterns())
                )
                #expect(settled.table != nil)
                continued.withLock { $0.append(settled.subject.source.bytes) }
            }
            let count = pictures.firstIndex(of: picture).map { $0 + 1 }
            try await eventually { service.analyses.legibility.waiterCount == count }
        }
        blocker.end()
        try await eventually { continued.withLock { $0.count } == 2 }
        #expect(continued.withLock { $0 } == [first, first])
    }
}
