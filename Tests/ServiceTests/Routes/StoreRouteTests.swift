// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import TestSupport
import Testing

@testable import Service
@testable import Store

/// A service with a folder below memory, and others that share it.
@Suite struct StoreRouteTests {
    let folder: TemporaryFolder
    let picture: [UInt8]
    let address: String

    init() throws {
        folder = try TemporaryFolder()
        picture = try TestPicture.make(width: 300, height: 200)
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    var root: String { folder.path("store") }

    func service(_ configure: (inout Configuration) -> Void = { _ in }) throws
        -> TestService
    {
        try TestService(.router) { configuration in
            configuration.storePath = root
            configure(&configuration)
        }
    }

    /// The files of a kind.
    func files(_ kind: BlobKind) throws -> [BlobName] {
        try FolderTier(path: root).list(kind, of: nil)
    }

    @Test func `keeps a picture for other processes, and after a restart`() async throws {
        defer { folder.remove() }
        let first = try service()
        #expect(try await first.send(.post("/v1/images", picture)).status == 201)
        let second = try service()
        let original = try await second.send(.get(address))
        #expect(original.status == 200)
        #expect(original.body == picture)
        #expect(try await second.send(.get("\(address)/render?blur=2")).status == 200)
        let again = try await service().send(.post("/v1/images", picture))
        #expect(again.status == 200)
    }

    @Test(arguments: ["/render?blur=2", "/plan?blur=2", ""])
    func `finds a picture below memory for each address`(_ rest: String) async throws {
        defer { folder.remove() }
        _ = try await service().send(.post("/v1/images", picture))
        #expect(try await service().send(.get(address + rest)).status == 200)
    }

    @Test func `keeps links for other processes, of which a deleted one is gone for all`()
        async throws
    {
        defer { folder.remove() }
        let services = try [service(), service(), service()]
        _ = try await services[0].send(.post("/v1/images", picture))
        let description = #"{"image": "\#(Digest(of: picture).hex)", "parameters": {"blur": 2}}"#
        let made = try await services[0].send(.post("/v1/links", Array(description.utf8)))
        let link = try #require(made["Location"])
        let direct = try await services[0].send(.get("\(address)/render?blur=2"))
        for service in services {
            #expect(try await service.send(.get(link)).body == direct.body)
        }
        let name = try #require(link.split(separator: "/").last)
        #expect(try files(.record).map(\.digest) == [Digest(of: Array(name.utf8))])
        #expect(try await services[1].send(Call(method: "DELETE", target: link)).status == 204)
        #expect(try await services[1].send(.get(link)).status == 404)
        for service in services {
            // The others may remember it for a second.
            var status = 200
            while status == 200 { status = try await service.send(.get(link)).status }
            #expect(status == 404)
        }
    }

    @Test func `finds the other pictures of a rendering below memory`() async throws {
        defer { folder.remove() }
        let mask = try TestPicture.make(width: 30, height: 20)
        let first = try service()
        _ = try await first.send(.post("/v1/images", picture))
        _ = try await first.send(.post("/v1/images", mask))
        let query = "blur=4&mask=\(Digest(of: mask).hex)&mask-channel=luminance"
        let kept = try await service().send(.get("\(address)/render?\(query)"))
        #expect(kept.status == 200)
        let sent = try await service().send(.post("/v1/render?\(query)", picture))
        #expect(sent.status == 200)
        #expect(sent.body == kept.body)
    }

    @Test func `tells of a folder above a bucket that fails, and lets originals leave it`()
        async throws
    {
        defer { folder.remove() }
        var upper = UpperTier()
        _ = upper.probed(reading: nil, writing: .unavailable(reason: "gone"))
        let state = MetricsSnapshot.StoreState(
            statistics: BlobStore.Statistics(),
            health: StoreHealth(),
            upper: upper
        )
        let text = String(decoding: state.document.document, as: UTF8.self)
        #expect(
            text.contains(#""folder":{"reading":"ok","writing":"gone","failures":0}"#),
            "\(text)"
        )
        var configuration = Configuration()
        #expect(!configuration.folderLimits.evictsOriginals)
        configuration.bucket = "pictures"
        #expect(configuration.folderLimits.evictsOriginals)
        configuration.statedBodyLimit = 90 << 30
        #expect(configuration.storedBlobLimit == 90 << 30)
    }

    @Test func `says 404 for a picture that nobody has kept`() async throws {
        defer { folder.remove() }
        #expect(try await service().send(.get(address)).status == 404)
        #expect(try await service().send(.get("\(address)/render?blur=2")).status == 404)
        #expect(try await service().send(Call(method: "DELETE", target: address)).status == 404)
    }

    @Test func `keeps pictures that are too large for memory`() async throws {
        defer { folder.remove() }
        let service = try service { $0.originalsBudget = 0 }
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        #expect(try await service.send(.get(address)).body == picture)
    }

    @Test func `says 503, not 404, while the folder is away, and finds the picture again`()
        async throws
    {
        defer { folder.remove() }
        _ = try await service().send(.post("/v1/images", picture))
        let service = try service()
        #expect(try await service.send(.get("/healthz")).status == 200)
        try await eventually { service.service.store?.health.isFine == true }
        _ = try await service.send(.get("/v1/images/\(Digest(of: [1]).hex)"))
        try FileManager.default.moveItem(atPath: root, toPath: root + "-away")
        for call in [
            Call.get(address), .get("\(address)/render?blur=2"), .post("/v1/images", picture),
            Call(method: "DELETE", target: address),
        ] {
            let reply = try await service.send(call)
            #expect(reply.status == 503, "\(call.method) \(call.target)")
            #expect(reply.text.contains("/problems/store-unavailable"))
            #expect(reply["Retry-After"] != nil)
        }
        // What needs no store is served.
        #expect(try await service.send(.post("/v1/render?blur=2", picture)).status == 200)
        try await eventually { service.service.store?.health.isFine == false }
        let ready = try await service.send(.get("/readyz", [("Accept", "application/json")]))
        #expect(ready.status == 200)
        #expect(ready.text.contains("the folder is gone"))
        try FileManager.default.moveItem(atPath: root + "-away", toPath: root)
        try await eventually { service.service.store?.health.isFine == true }
        #expect(try await service.send(.get(address)).body == picture)
        let lines = service.log.text.split(separator: "\n").filter { $0.contains("is gone") }
        #expect(lines.count == 1)
    }

    @Test func `says 507 when the folder is full, and serves what it has`() async throws {
        defer { folder.remove() }
        let service = try service { $0.storeLimit = picture.count + 1_000 }
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let second = try TestPicture.make(width: 301, height: 200)
        let reply = try await service.send(.post("/v1/images", second))
        #expect(reply.status == 507)
        #expect(reply.text.contains("/problems/store-full"))
        #expect(try await service.send(.get(address)).status == 200)
    }

    @Test func `takes no damaged file for a picture, and keeps it anew`() async throws {
        defer { folder.remove() }
        _ = try await service().send(.post("/v1/images", picture))
        let path = "\(root)/v1/\(BlobName.original(Digest(of: picture)).path)"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[100] ^= 4
        try bytes.write(to: URL(fileURLWithPath: path))
        let service = try service()
        #expect(try await service.send(.get(address)).status == 404)
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        #expect(try await service.send(.get(address)).body == picture)
    }

    // MARK: Results

    @Test func `writes a result with its second request, and reads it instead of rendering`()
        async throws
    {
        defer { folder.remove() }
        let first = try service()
        _ = try await first.send(.post("/v1/images", picture))
        let made = try await first.send(.get("\(address)/render?blur=3"))
        #expect(made["Cache-Status"]?.contains("fwd=miss") == true)
        let hit = try await first.send(.get("\(address)/render?blur=3"))
        #expect(hit["Cache-Status"] == "frostpane; hit")
        try await eventually { (try? files(.result).count) == 1 }
        // On a busy machine, a read may take longer than a service waits before it renders.
        var second = try service()
        var found = try await second.send(.get("\(address)/render?blur=3"))
        for _ in 0..<20 where found["Cache-Status"] != "frostpane; hit; detail=store" {
            second = try service()
            found = try await second.send(.get("\(address)/render?blur=3"))
        }
        #expect(found["Cache-Status"] == "frostpane; hit; detail=store")
        #expect(found.body == made.body)
        #expect(found["ETag"] == made["ETag"])
        #expect(second.service.completedRenderings == 0)
        let next = try await second.send(.get("\(address)/render?blur=3"))
        #expect(next["Cache-Status"] == "frostpane; hit")
    }

    @Test func `writes no result that was asked for once, and none of a redaction`() async throws {
        defer { folder.remove() }
        let service = try service()
        _ = try await service.send(.post("/v1/render?blur=3", picture))
        for _ in 0..<3 {
            let query = "redact=1&region=8,8,32,32"
            let reply = try await service.send(.post("/v1/render?\(query)", picture))
            #expect(reply.status == 200)
        }
        _ = try await service.send(.post("/v1/images", picture))
        #expect(try files(.result).isEmpty)
    }

    // MARK: Deletion

    @Test func `deletes a picture and its results from the folder and from all memories`()
        async throws
    {
        defer { folder.remove() }
        let first = try service()
        let second = try service()
        _ = try await first.send(.post("/v1/images", picture))
        for service in [first, second] {
            for _ in 0..<2 { _ = try await service.send(.get("\(address)/render?blur=3")) }
        }
        try await eventually { (try? files(.result).count) == 1 }
        #expect(try await first.send(Call(method: "DELETE", target: address)).status == 204)
        #expect(try files(.original).isEmpty)
        #expect(try files(.result).isEmpty)
        #expect(try await first.send(.get("\(address)/render?blur=3")).status == 404)
        try await eventually { !second.service.images.isKnown(Digest(of: picture)) }
        #expect(try await second.send(.get("\(address)/render?blur=3")).status == 404)
        #expect(try await second.send(.post("/v1/images", picture)).status == 201)
        #expect(try await first.send(.get("\(address)/render?blur=3")).status == 200)
    }

    @Test func `asks the folder about conditions`() async throws {
        defer { folder.remove() }
        _ = try await service().send(.post("/v1/images", picture))
        let other = [("If-Match", "\"other\"")]
        let deletion = Call(method: "DELETE", target: address, fields: other)
        #expect(try await service().send(deletion).status == 412)
        let put = Call(
            method: "PUT",
            target: address,
            fields: [("If-None-Match", "*")],
            body: picture
        )
        #expect(try await service().send(put).status == 412)
        #expect(try files(.original).count == 1)
    }
}
