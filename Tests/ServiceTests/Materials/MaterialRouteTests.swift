// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPTypes
import Raster
import Store
import Testing

@testable import Service

@Suite
struct MaterialRouteTests {
    private static let dark = [("Sec-CH-Prefers-Color-Scheme", "\"dark\"")]

    /// A service that keeps a small picture, and the address of its renderings.
    private func keeping(_ transport: Transport) async throws -> (TestService, String) {
        let service = try TestService(transport)
        let picture = try TestPicture.png(layout: .rgb)
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        return (service, "/v1/images/\(Digest(of: picture).hex)/render?format=png&material=")
    }

    @Test(arguments: Transport.allCases)
    func `varies with the hints that have a say`(transport: Transport) async throws {
        let (service, address) = try await keeping(transport)
        let light = try await service.send(.get(address + "systemThinMaterial"))
        #expect(light.status == 200)
        #expect(
            light["Vary"]
                == "Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR, "
                + "Sec-CH-Prefers-Reduced-Transparency"
        )
        #expect(light["Accept-CH"] == light["Vary"])
        let dark = try await service.send(.get(address + "systemThinMaterial", Self.dark))
        #expect(dark["ETag"] != light["ETag"])
        #expect(dark.body != light.body)
        let stated = try await service.send(.get(address + "systemThinMaterial&appearance=dark"))
        #expect(stated["ETag"] == dark["ETag"])
        #expect(stated.body == dark.body)
        #expect(stated["Vary"] == "Sec-CH-DPR, Sec-CH-Prefers-Reduced-Transparency")
    }

    @Test(arguments: Transport.allCases)
    func `says what a result varies with when it has not changed`(
        transport: Transport
    ) async throws {
        let (service, address) = try await keeping(transport)
        let target = address + "systemMaterial&scale=1&reduce-transparency=0"
        let reply = try await service.send(Call(method: "HEAD", target: target, fields: Self.dark))
        #expect(reply["Vary"] == "Sec-CH-Prefers-Color-Scheme")
        let tag = try #require(reply["ETag"])
        let known = try await service.send(.get(target, Self.dark + [("If-None-Match", tag)]))
        #expect(known.status == 304)
        #expect(known["Vary"] == "Sec-CH-Prefers-Color-Scheme")
        #expect(try await service.send(.get(target, [("If-None-Match", tag)])).status == 200)
    }

    @Test(arguments: Transport.allCases)
    func `varies with no hint where a parameter or the style decides`(
        transport: Transport
    ) async throws {
        let (service, address) = try await keeping(transport)
        let all = "&appearance=dark&scale=1&reduce-transparency=0&increase-contrast=0"
        let stated = try await service.send(.get(address + "prominent" + all, Self.dark))
        #expect(stated.status == 200)
        #expect(stated["Vary"] == nil)
        #expect(stated["Accept-CH"] == nil)
        let fixed = try await service.send(
            .get(address + "systemMaterialDark&scale=1&reduce-transparency=0")
        )
        #expect(fixed["Vary"] == nil)
        let plain = try await service.send(.get(address + "none&blur=2", Self.dark))
        #expect(plain.status == 200)
        #expect(plain["Vary"] == nil)
        #expect(plain["Accept-CH"] == nil)
    }

    @Test(arguments: Transport.allCases)
    func `names the format beside the hints`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png(layout: .rgb)
        let target = "/v1/render?material=light&reduce-transparency=0&increase-contrast=0"
        let reply = try await service.send(.post(target, picture))
        #expect(reply.status == 200)
        #expect(reply["Vary"] == "Accept, Save-Data, Sec-CH-DPR")
        #expect(reply["Accept-CH"] == "Sec-CH-DPR")
    }

    @Test(arguments: Transport.allCases)
    func `tells when opaque surfaces replaced materials`(transport: Transport) async throws {
        let (service, address) = try await keeping(transport)
        let reduced = [("Sec-CH-Prefers-Reduced-Transparency", "\"reduce\"")]
        for _ in 1...2 {
            let reply = try await service.send(.get(address + "systemMaterial", reduced))
            #expect(reply.status == 200)
            #expect(reply["Frostpane-Reduced-Transparency"] == "?1")
        }
        let stated = address + "systemMaterial&reduce-transparency=0"
        let full = try await service.send(.get(stated, reduced))
        #expect(full["Frostpane-Reduced-Transparency"] == nil)
        let plain = try await service.send(.get(address + "none&blur=2", reduced))
        #expect(plain["Frostpane-Reduced-Transparency"] == nil)
    }

    @Test(arguments: Transport.allCases)
    func `varies with nothing when it refuses`(transport: Transport) async throws {
        let (service, address) = try await keeping(transport)
        let reply = try await service.send(.get(address + "systemMaterial&blur=2", Self.dark))
        #expect(reply.status == 400)
        #expect(reply["Vary"] == nil)
        #expect(reply["Accept-CH"] == nil)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/conflicting-parameters")
        #expect(problem["parameter"] as? String == "blur")
    }

    @Test(arguments: Transport.allCases)
    func `varies with the same hints when it answers the plan`(
        transport: Transport
    ) async throws {
        let (service, address) = try await keeping(transport)
        let target = address + "systemMaterial&reduce-transparency=0"
        let json = [("Accept", "application/vnd.frostpane.plan+json")]
        let light = try await service.send(.get(target, json))
        let dark = try await service.send(.get(target, json + Self.dark))
        #expect(light["Content-Type"] == "application/vnd.frostpane.plan+json")
        #expect(light["Vary"] == "Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR")
        #expect(light["Accept-CH"] == "Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR")
        #expect(light.body != dark.body)
        #expect(light["ETag"] != dark["ETag"])
    }

    @Test(arguments: Transport.allCases)
    func `takes a hint that is not well formed for absent`(transport: Transport) async throws {
        let (service, address) = try await keeping(transport)
        let broken = [("Sec-CH-Prefers-Color-Scheme", "\"dark"), ("Sec-CH-DPR", "two")]
        let one = try await service.send(.get(address + "systemMaterial", broken))
        let other = try await service.send(.get(address + "systemMaterial"))
        #expect(one.status == 200)
        #expect(one["ETag"] == other["ETag"])
    }

    @Test(arguments: Transport.allCases)
    func `remembers decisions apart for clients with other hints`(
        transport: Transport
    ) async throws {
        let (service, address) = try await keeping(transport)
        for _ in 0..<3 {
            let light = try await service.send(.get(address + "systemMaterial"))
            let dark = try await service.send(.get(address + "systemMaterial", Self.dark))
            #expect(light["ETag"] != dark["ETag"])
            #expect(light.body != dark.body)
        }
        #expect(service.service.knownRenderings.statistics.hits == 2)
    }

    @Test
    func `gives every client of a shared cache its own variant`() async throws {
        let (service, address) = try await keeping(.router)
        for query in [
            "systemMaterial", "prominent", "extraLight&scale=2", "systemMaterialDark",
            "systemChromeMaterial&solid=red", "dark&increase-contrast=1",
        ] {
            var cache = SharedCache()
            for client in HintedClient.all {
                let call = Call(method: "HEAD", target: address + query, fields: client.fields)
                let direct = try await service.send(call)
                let cached = try await cache.send(call, to: service)
                #expect(cached["ETag"] == direct["ETag"], "\(query): \(client.fields)")
                let again = try await cache.send(call, to: service)
                #expect(again["ETag"] == direct["ETag"], "\(query): \(client.fields)")
            }
            // The second request of each client, at least.
            #expect(cache.hitCount >= HintedClient.all.count, "\(query)")
        }
    }

    @Test
    func `shares a variant among clients that differ in nothing that matters`() async throws {
        let (service, address) = try await keeping(.router)
        var cache = SharedCache()
        for client in HintedClient.all {
            let target = address + "systemMaterialDark&scale=2&reduce-transparency=0"
            let call = Call(method: "HEAD", target: target, fields: client.fields)
            _ = try await cache.send(call, to: service)
        }
        #expect(cache.hitCount == HintedClient.all.count - 1)
    }

    @Test(arguments: Transport.allCases, ["/v1/materials", "/v1/vibrancies"])
    func `hands out catalogs`(transport: Transport, target: String) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get(target))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/json")
        #expect(reply["Cache-Control"] == "public, max-age=3600")
        let tag = try #require(reply["ETag"])
        let known = try await service.send(.get(target, [("If-None-Match", tag)]))
        #expect(known.status == 304)
        #expect(known["Cache-Control"] == "public, max-age=3600")
        #expect(try await service.send(.get(target, [("If-Match", "\"x\"")])).status == 412)
        #expect(try await service.send(.get(target + "?a=1")).status == 400)
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(head["Content-Length"] == String(reply.body.count))
        #expect(head.body.isEmpty)
    }

    @Test
    func `lists every material with the recipes of its appearances`() async throws {
        let reply = try await TestService(.router).send(.get("/v1/materials"))
        let entries = try #require(try reply.json()["materials"] as? [Contract.Object])
        #expect(
            entries.map { $0["name"] as? String } == MaterialStyle.allCases.map(\.rawValue)
        )
        for (style, entry) in zip(MaterialStyle.allCases, entries) {
            let recipes = try #require(entry["recipes"] as? Contract.Object)
            #expect(Set(recipes.keys) == Set(style.appearances.map(\.rawValue)))
        }
        let recipes = try #require(entries[1]["recipes"] as? Contract.Object)
        let dark = try #require(recipes["dark"] as? Contract.Object)
        #expect(dark["name"] as? String == "platformContentThinDark")
        #expect(dark["sigma"] as? Double == 30)
        let curve = try #require(dark["luminanceCurve"] as? Contract.Object)
        #expect(curve["values"] as? [Double] == [0.2, 0.21, 0.1, 0.15])
    }

    @Test
    func `lists every vibrancy and the sets that materials name`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(.get("/v1/vibrancies"))
        let entries = try #require(try reply.json()["vibrancies"] as? [Contract.Object])
        #expect(entries.map { $0["name"] as? String } == VibrancyStyle.allCases.map(\.rawValue))
        let sets = try #require(try reply.json()["sets"] as? Contract.Object)
        let names = FillSet.allCases.map(\.rawValue) + StrokeSet.allCases.map(\.rawValue)
        #expect(Set(sets.keys) == Set(names))
        let stroke = try #require(sets["platformStrokeDark"] as? Contract.Object)
        let primary = try #require(stroke["primary"] as? Contract.Object)
        #expect(primary["color"] as? [Double] == [1, 1, 1, 0.96])
    }
}

/// A cache between clients and the service, as a proxy has one: it keeps each answer with the
/// values of the fields that the answer varies with.
///
/// Reference: RFC 9111, section 4.1.
struct SharedCache {
    private var stored: [String: [(names: [String], client: HintedClient, reply: Reply)]] = [:]

    /// How many requests did not reach the service.
    private(set) var hitCount = 0

    mutating func send(_ call: Call, to service: TestService) async throws -> Reply {
        let client = HintedClient(fields: call.fields)
        let match = stored[call.target]?.last { entry in
            client.agrees(with: entry.client, on: Set(entry.names))
        }
        if let match {
            hitCount += 1
            return match.reply
        }
        let reply = try await service.send(call)
        let names = (reply["Vary"] ?? "").split(separator: ",").map {
            String($0.drop { $0 == " " })
        }
        stored[call.target, default: []].append((names, client, reply))
        return reply
    }
}
