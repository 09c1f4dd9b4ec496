// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Store
import TestSupport
import Testing

@testable import Service

@Suite struct DamageRouteTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/\(name)").standardized
        return [UInt8](try Data(contentsOf: url))
    }

    /// A JPEG without its end, and one that ends where pixels are missing.
    private static func odd() throws -> (whole: [UInt8], torn: [UInt8]) {
        let picture = try TestPicture.make(width: 300, height: 200)
        return (
            Array(picture[..<(picture.count - 2)]), Array(picture[..<(picture.count * 2 / 3)])
        )
    }

    @Test(arguments: Transport.allCases, ["blur=8", "blur=2", "format=png"])
    func `serves a whole picture, and tells its damage`(
        transport: Transport,
        query: String
    ) async throws {
        let service = try TestService(transport)
        let whole = try Self.odd().whole
        let address = "/v1/images/\(Digest(of: whole).hex)/render?\(query)"
        #expect(try await service.send(.post("/v1/images", whole)).status == 201)
        // A result, a hit, and a hit that is remembered.
        var bodies: Set<[UInt8]> = []
        for _ in 0..<3 {
            let reply = try await service.send(.get(address))
            #expect(reply.status == 200)
            #expect(reply.isComplete)
            #expect(reply["Frostpane-Warning"] == "missing-end")
            bodies.insert(reply.body)
        }
        #expect(bodies.count == 1)
        let line = try await service.log.line { $0["warning"] == "missing-end" }
        #expect(line?["status"] == 200)
    }

    @Test(arguments: [
        "/v1/render?blur=8", "/v1/render?material=auto", "/v1/legibility?", "/v1/placeholder?",
    ])
    func `refuses damage by name`(target: String) async throws {
        let service = try TestService(.router)
        let (whole, torn) = try Self.odd()
        for (bytes, damage) in [(whole, "strict"), (torn, "warn")] {
            let reply = try await service.send(.post("\(target)&damage=\(damage)", bytes))
            #expect(reply.status == 422)
            #expect(try reply.problem()["type"] as? String == "/problems/damaged-image")
        }
    }

    @Test func `a placeholder tells of damage, also from the cache`() async throws {
        let service = try TestService(.router)
        let whole = try Self.odd().whole
        #expect(try await service.send(.post("/v1/images", whole)).status == 201)
        let rendered = try await service.send(.post("/v1/render?blur=8", whole))
        let told = rendered["Frostpane-Warning"] ?? rendered.trailer("Frostpane-Warning")
        let target = "/v1/images/\(Digest(of: whole).hex)/placeholder"
        for _ in 0..<2 {
            let reply = try await service.send(.get(target))
            #expect(reply.status == 200)
            #expect(reply["Frostpane-Warning"] == told)
        }
        #expect(told != nil)
    }

    @Test(arguments: ["blur=8", "blur=2"])
    func `serves a part of a picture where that is asked for`(query: String) async throws {
        let service = try TestService(.router)
        let torn = try Self.odd().torn
        let reply = try await service.send(.post("/v1/render?\(query)&damage=partial", torn))
        #expect(reply.status == 200)
        #expect(reply.isComplete)
        let told = reply["Frostpane-Warning"] ?? reply.trailer("Frostpane-Warning")
        #expect(told == "missing-end, missing-pixels")
    }

    /// The checksum of the last chunk of pixels is read behind the last row, when the answer has begun.
    @Test func `damage that is found late is an announced trailer`() async throws {
        let service = try TestService(.router)
        var picture = try TestPicture.made(PixelSize(width: 1600, height: 1400)) { x, y in
            UInt16(truncatingIfNeeded: (x &* 40_503 &+ y &* 12_289) ^ (x &* y &* 257))
        }
        picture[picture.count - 13] ^= 1
        let fields = [("TE", "trailers")]
        let reply = try await service.send(.post("/v1/render?blur=0.5", picture, fields))
        #expect(reply.status == 200)
        #expect(reply["Frostpane-Warning"] == nil)
        #expect(reply.trailer("Frostpane-Warning") == "wrong-checksum")
        #expect(reply["Trailer"]?.contains("Frostpane-Warning") == true)
    }

    @Test(arguments: [
        ("animation.png", "all", ""), ("animation.png", "first", "&frames=1"),
        ("animation.png", "first", "&format=jpeg"), ("stereo.jpg", "first", ""),
    ])
    func `serves all frames or the first of several pictures, and tells so`(
        name: String,
        frame: String,
        query: String
    ) async throws {
        let service = try TestService(.router)
        let bytes = try Self.fixture(name)
        let reply = try await service.send(.post("/v1/render?blur=1\(query)", bytes))
        #expect(reply.status == 200)
        #expect(reply["Frostpane-Frame"] == frame)
        #expect(reply["Frostpane-Warning"] == nil)
        let strict = try await service.send(.post("/v1/render?blur=1&damage=strict", bytes))
        #expect(try strict.problem()["type"] as? String == "/problems/animated-image")
    }

    @Test func `a result under one policy does not answer for another`() async throws {
        let service = try TestService(.router)
        let whole = try Self.odd().whole
        #expect(try await service.send(.post("/v1/render?blur=8", whole)).status == 200)
        let strict = try await service.send(.post("/v1/render?blur=8&damage=strict", whole))
        #expect(strict.status == 422)
    }

    // MARK: Failures

    @Test(arguments: ["render?blur=2", "render?blur=8", "render?format=png&material=auto"])
    func `a kept picture that cannot be decoded is decoded in vain once`(
        target: String
    ) async throws {
        let service = try TestService(.router)
        let torn = try Self.odd().torn
        #expect(try await service.send(.post("/v1/images", torn)).status == 201)
        let address = "/v1/images/\(Digest(of: torn).hex)/"
        let first = try await service.send(.get(address + target))
        #expect(first.status == 422)
        try await eventually { service.service.completedRenderings == 1 }
        for other in [target, "render?saturate=2", "render?blur=9&format=png"] {
            let reply = try await service.send(.get(address + other))
            #expect(reply.status == 422)
            #expect(
                try reply.problem()["detail"] as? String == first.problem()["detail"] as? String
            )
        }
        #expect(service.service.completedRenderings == 1)
        let gallery = try await service.send(.get("/v1/gallery/\(Digest(of: torn).hex)"))
        #expect(gallery.status == 422)
        let placeholder = "/v1/images/\(Digest(of: torn).hex)/placeholder"
        #expect(try await service.send(.get(placeholder)).status == 422)
        let table = try await service.send(.get("/v1/legibility?image=\(Digest(of: torn).hex)"))
        #expect(table.status == 422)
    }

    @Test func `a mask that cannot be decoded is decoded in vain once`() async throws {
        let service = try TestService(.router)
        let torn = try Self.odd().torn
        #expect(try await service.send(.post("/v1/images", torn)).status == 201)
        let mask = Digest(of: torn).hex
        let picture = try TestPicture.make()
        for blur in 2...4 {
            let target = "/v1/render?blur=\(blur)&mask=\(mask)&mask-channel=luminance"
            let reply = try await service.send(.post(target, picture))
            #expect(reply.status == 422)
            #expect(try reply.problem()["parameter"] as? String == "mask")
        }
        try await eventually { service.service.completedRenderings == 1 }
        #expect(try await service.send(.post("/v1/render?blur=2", picture)).status == 200)
    }

    @Test func `failures under another policy are another matter`() async throws {
        let service = try TestService(.router)
        let torn = try Self.odd().torn
        #expect(try await service.send(.post("/v1/render?blur=2", torn)).status == 422)
        let partial = try await service.send(.post("/v1/render?blur=2&damage=partial", torn))
        #expect(partial.status == 200)
    }
}
