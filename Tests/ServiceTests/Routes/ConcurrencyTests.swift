// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Rendering
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite
struct ServiceConcurrencyTests {
    @Test
    func `renders once for a hundred who ask for the same`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 1000, height: 800)
        let call = Call.post("/v1/render?blur=20&saturate=1.8", picture)
        let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<100 { group.addTask { try await service.send(call) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count == 100)
        #expect(replies.allSatisfy { $0.status == 200 && $0.body == replies[0].body })
        try await eventually { service.service.pool.status.running == 0 }
        #expect(service.service.completedRenderings == 1)
        let misses = replies.filter {
            ["frostpane; fwd=miss", "frostpane; fwd=miss; stored"].contains($0["Cache-Status"])
        }
        #expect(misses.count == 1)
    }

    /// Everything that keeps what it found out, asked from all sides while pictures come and go.
    @Test
    func `answers alike whatever else is asked`() async throws {
        let service = try TestService(.router) { $0.statedQueueLimit = 1000 }
        let quiet = try TestService(.router)
        let picture = try TestPicture.png()
        let other = try TestPicture.png(seed: 2)
        for service in [service, quiet] { _ = try await service.send(.post("/v1/images", picture)) }
        let digest = Digest(of: picture).hex
        let image = "/v1/images/\(digest)/render"
        let pane = #"{"material":"dark","contents":[{"text":"a","vibrancy":"label"}]}"#
        let scene = #"{"backdrop":{"digest":"\#(digest)"},"panes":[\#(pane)]}"#
        let calls: [Call] = [
            .get("\(image)?blur=3"),
            .get("\(image)?material=auto&text=label"),
            .get("\(image)?region=3,4,40,30&material=light"),
            .get("/v1/legibility?image=\(digest)"),
            .get("\(image.replacing("/render", with: "/placeholder"))"),
            .get("/v1/gallery/\(digest)?format=png"),
            .post(
                "/v1/render?format=png",
                Array(scene.utf8),
                [("Content-Type", "application/json")]
            ),
            .post("/v1/render?region=3,4,40,30&redact=1", picture),
        ]
        var alone: [Reply] = []
        for call in calls { alone.append(try await quiet.send(call)) }
        let statuses = alone.map(\.status)
        try #require(statuses.allSatisfy { $0 == 200 })
        let changes = try await withThrowingTaskGroup(of: Int?.self) { group in
            for round in 0..<8 {
                for index in calls.indices {
                    group.addTask { [expected = alone[index].body] in
                        let reply = try await service.send(calls[index])
                        return reply.status == 200 && reply.body == expected ? nil : index
                    }
                }
                group.addTask {
                    let address = "/v1/images/\(Digest(of: other).hex)"
                    _ = try await service.send(.post("/v1/images", other))
                    _ = try await service.send(.get("\(address)/render?blur=\(1 + round % 3)"))
                    _ = try await service.send(Call(method: "DELETE", target: address))
                    return nil
                }
            }
            return try await group.reduce(into: Set<Int>()) {
                if let index = $1 { $0.insert(index) }
            }
        }
        #expect(changes.isEmpty)
    }

    @Test
    func `goes on for the others when one of them leaves`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        // Both wait for the only worker, so that there is no telling apart by luck.
        let call = Call.post("/v1/render?blur=2", try TestPicture.make())
        let leaver = RouterExchange(call, to: service.service) { _ in }
        leaver.begin()
        try await eventually { service.service.pool.status.queued == 1 }
        async let reply = service.send(call)
        try await eventually { service.service.results.statistics.joins == 1 }
        leaver.leave()
        try await eventually { !service.log.text.isEmpty }
        blocker.end()
        let result = try await reply
        #expect(result.status == 200)
        #expect(result.isComplete)
        #expect(result["Cache-Status"] == "frostpane; fwd=miss; collapsed")
        // The one in the way, given up, and a single one for the two.
        try await eventually { service.service.pool.status.running == 0 }
        #expect(service.service.completedRenderings == 2)
        #expect(service.service.pool.status.failed == 1)
    }

    @Test
    func `does not say stored of what was made from a picture deleted meanwhile`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let picture = try TestPicture.make()
        let address = "/v1/images/\(Digest(of: picture).hex)"
        _ = try await service.send(.post("/v1/images", picture))
        let blocker = BusyWorker(service)
        try await blocker.begin()
        async let reply = service.send(.get("\(address)/render?blur=2", [("TE", "trailers")]))
        try await eventually { service.service.pool.status.queued == 1 }
        #expect(try await service.send(Call(method: "DELETE", target: address)).status == 204)
        blocker.end()
        let result = try await reply
        #expect(result.status == 200)
        // Whole when it was answered, which is when others say so.
        #expect(result["Trailer"] == nil)
        #expect(result["Cache-Status"] == "frostpane; fwd=miss")
    }

    @Test
    func `stops rendering and logs 499 when the last client leaves`() async throws {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        for attempt in 1...20 {
            let leaver = try SlowRendering(service)
            try await leaver.begin()
            leaver.end()
            try await eventually { service.service.pool.status.running == 0 }
            #expect(service.service.pool.status.failed == attempt)
            try await eventually { (try? service.log.lines.count) == attempt }
            let line = try #require(try service.log.lines.last)
            #expect(line["outcome"] == "client_left")
            if line["status"] == 499 { return }
            // On a machine that stalls, the answer begins before the client leaves.
            #expect(line["status"] == 200)
        }
        Issue.record("every answer began before its client left")
    }

    @Test
    func `answers before the last row is rendered`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let renderedAtHead = Mutex<Int?>(nil)
        let reply = await delivery { deliver in
            RouterExchange(
                // More than is held for a reader, so the last row waits for this one however slow it is.
                .post("/v1/render?blur=350&edge=expand&format=png&compression=0", picture),
                to: service.service,
                onHead: {
                    let completed = service.service.completedRenderings
                    renderedAtHead.withLock { $0 = completed }
                },
                completion: deliver
            ).begin()
        }
        #expect(reply.isComplete)
        #expect(renderedAtHead.withLock { $0 } == 0)
        try await eventually { service.service.pool.status.running == 0 }
        #expect(service.service.completedRenderings == 1)
    }

    @Test
    func `refuses at once what there is no room for`() async throws {
        let service = try TestService(.router) {
            $0.statedWorkers = 1
            $0.statedQueueLimit = 0
        }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let reply = try await service.send(.post("/v1/render", try TestPicture.make()))
        #expect(reply.status == 503)
        #expect(reply["Retry-After"] != nil)
        #expect(try reply.problem()["type"] as? String == "/problems/saturated")
        blocker.end()
    }

    @Test(arguments: Transport.allCases)
    func `gives up what takes too long`(transport: Transport) async throws {
        let service = try TestService(transport) { $0.deadline = .milliseconds(1) }
        // Ten times what fits into that time on the fastest of processors.
        let picture = try TestPicture.make(width: 3000, height: 2000)
        let reply = try await service.send(.post("/v1/render?blur=20&format=png", picture))
        #expect(reply.status == 504)
        #expect(try reply.problem()["type"] as? String == "/problems/deadline-exceeded")
    }
}
