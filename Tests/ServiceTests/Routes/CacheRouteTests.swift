// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Service
import Store
import TestSupport
import Testing

@Suite
struct CacheRouteTests {
    private static let noCache = ("Cache-Control", "no-cache")
    private static let noStore = ("Cache-Control", "no-store")

    /// What four browsers accept of pictures.
    private static let browsers = [
        "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
        "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
        "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,"
            + "image/svg+xml,image/*;q=0.8,*/*;q=0.5",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    ]

    private func keep(_ service: TestService) async throws -> (target: String, picture: [UInt8]) {
        let picture = try TestPicture.make(width: 200, height: 150)
        let reply = try await service.send(.post("/v1/images", picture))
        return (try #require(reply["Location"]), picture)
    }

    @Test(arguments: Transport.allCases)
    func `gives all browsers one answer where the format is stated`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let target = try await keep(service).target + "/render?blur=3&format=jpeg"
        var replies: [Reply] = []
        for accept in Self.browsers {
            replies.append(try await service.send(.get(target, [("Accept", accept)])))
        }
        #expect(replies.allSatisfy { $0["Vary"] == nil && $0["Content-Type"] == "image/jpeg" })
        #expect(replies.count { $0["Cache-Status"]?.contains("hit") != true } == 1)
        let plain = target.replacing("&format=jpeg", with: "")
        #expect(try await service.send(.get(plain))["Vary"] == "Accept, Save-Data")
    }

    // MARK: Ranges

    @Test(arguments: Transport.allCases)
    func `gives parts of kept pictures`(transport: Transport) async throws {
        let service = try TestService(transport)
        let (target, picture) = try await keep(service)
        let whole = try await service.send(.get(target))
        #expect(whole["Accept-Ranges"] == "bytes")
        let part = try await service.send(.get(target, [("Range", "bytes=10-19")]))
        #expect(part.status == 206)
        #expect(part.body == Array(picture[10..<20]))
        #expect(part["Content-Range"] == "bytes 10-19/\(picture.count)")
        #expect(part["ETag"] == whole["ETag"])
        #expect(part["Content-Type"] == "image/jpeg")
        #expect(part["Repr-Digest"] == whole["Repr-Digest"])
        let head = Call(method: "HEAD", target: target, fields: [("Range", "bytes=10-19")])
        #expect(try await service.send(head).status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `gives parts of kept results, however long`(transport: Transport) async throws {
        let service = try TestService(transport)
        let target = try await keep(service).target + "/render?blur=1&format=png"
        let first = try await service.send(.get(target, [("Range", "bytes=10-19")]))
        // What is not made yet has no parts.
        #expect(first.status == 200)
        for _ in 0..<2 {
            for range in [10..<20, 0..<first.body.count, first.body.count - 1..<first.body.count] {
                let field = ("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
                let part = try await service.send(.get(target, [field]))
                #expect(part.status == 206)
                #expect(part.body == Array(first.body[range]))
                #expect(part["Cache-Status"] == "frostpane; hit")
            }
            #expect(try await service.send(.get(target)).body == first.body)
        }
    }

    @Test(arguments: Transport.allCases)
    func `gives everything where a part would be of something else`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let (target, picture) = try await keep(service)
        let tag = try #require(try await service.send(.get(target))["ETag"])
        let range = ("Range", "bytes=0-9")
        let same = try await service.send(.get(target, [range, ("If-Range", tag)]))
        #expect(same.status == 206)
        let other = try await service.send(.get(target, [range, ("If-Range", "\"other\"")]))
        #expect(other.status == 200)
        #expect(other.body == picture)
        let known = try await service.send(.get(target, [range, ("If-None-Match", tag)]))
        #expect(known.status == 304)
    }

    @Test(arguments: Transport.allCases)
    func `refuses a range behind the end, and tells how many bytes there are`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let (target, picture) = try await keep(service)
        let reply = try await service.send(.get(target, [("Range", "bytes=\(picture.count)-")]))
        #expect(reply.status == 416)
        #expect(reply["Content-Range"] == "bytes */\(picture.count)")
        #expect(try reply.problem()["type"] as? String == "/problems/range-not-satisfiable")
    }

    // MARK: Directives

    @Test(arguments: Transport.allCases)
    func `renders anew for a client that wants no cache`(transport: Transport) async throws {
        let service = try TestService(transport)
        let target = try await keep(service).target + "/render?blur=3"
        let first = try await service.send(.get(target))
        for _ in 0..<2 { _ = try await service.send(.get(target)) }
        try await eventually { service.service.completedRenderings == 1 }
        let anew = try await service.send(.get(target, [Self.noCache]))
        #expect(anew["Cache-Status"] == "frostpane; fwd=request; stored")
        #expect(anew.body == first.body)
        try await eventually { service.service.completedRenderings == 2 }
        #expect(try await service.send(.get(target))["Cache-Status"] == "frostpane; hit")
    }

    @Test(arguments: Transport.allCases)
    func `keeps nothing for a client that forbids it`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        for _ in 0..<2 {
            let reply = try await service.send(.post("/v1/render?blur=3", picture, [Self.noStore]))
            #expect(reply.status == 200)
            #expect(reply["Cache-Status"] == "frostpane; fwd=bypass")
        }
        let kept = try await service.send(.post("/v1/render?blur=3", picture))
        #expect(kept["Cache-Status"] == "frostpane; fwd=miss; stored")
        let hit = try await service.send(.post("/v1/render?blur=3", picture, [Self.noStore]))
        #expect(hit["Cache-Status"] == "frostpane; hit")
        #expect(hit.body == kept.body)
    }
}
