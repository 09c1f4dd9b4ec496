// SPDX-License-Identifier: Apache-2.0

import Platform
import TestSupport
import Testing

@testable import Service

/// Pictures that are kept for a stated time.
extension StoreRouteTests {
    @Test(arguments: [true, false])
    func `keeps a picture until the time that it says`(_ hasStore: Bool) async throws {
        defer { folder.remove() }
        let service = try TestService(.router) { if hasStore { $0.storePath = root } }
        let end = Syscall.wallSeconds() + 2
        let upload = Call.post("/v1/images", picture, [("Frostpane-Expires", "@\(end)")])
        let reply = try await service.send(upload)
        #expect(reply.status == 201)
        #expect(reply["Frostpane-Expires"] == "@\(end)")
        #expect(reply.text.contains("\"expires\":\"20"))
        #expect(try await service.send(.get(address))["Frostpane-Expires"] == "@\(end)")
        #expect(try await service.send(.get("\(address)/render?blur=3")).status == 200)
        try await eventually { Syscall.wallSeconds() >= end }
        #expect(try await service.send(.get("\(address)/render?blur=3")).status == 404)
        #expect(try await service.send(.get(address)).status == 404)
        let again = try await service.send(.post("/v1/images", picture))
        #expect(again.status == 201)
        #expect(again["Frostpane-Expires"] == nil)
    }

    @Test func `keeps pictures no longer than the operator allows`() async throws {
        defer { folder.remove() }
        let service = try service { $0.keepOriginals = .seconds(600) }
        let now = Syscall.wallSeconds()
        let reply = try await service.send(.post("/v1/images", picture))
        let end = try #require(reply["Frostpane-Expires"].flatMap { Int($0.dropFirst()) })
        #expect((600...700).contains(end - now))
        let longer = Call.post("/v1/images", picture, [("Frostpane-Expires", "601")])
        let refusal = try await service.send(longer)
        #expect(refusal.status == 400)
        #expect(refusal.text.contains("/problems/parameter-out-of-range"))
        #expect(refusal.text.contains("1 to 600 seconds"))
    }

    @Test(arguments: ["", "-1", "0", "1.5", "@", "@1", "@@5", "tomorrow", "9999999999999999"])
    func `refuses other times by name`(_ value: String) async throws {
        defer { folder.remove() }
        let reply = try await service().send(
            .post("/v1/images", picture, [("Frostpane-Expires", value)])
        )
        #expect(reply.status == 400)
        #expect(reply.text.contains("Frostpane-Expires"))
    }
}
