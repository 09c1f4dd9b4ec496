// SPDX-License-Identifier: Apache-2.0

import Fetching
import Foundation
import HTTPTypes
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct FolderSourceTests {
    private let folder: TemporaryFolder
    private let picture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        picture = try TestPicture.make()
        try write(picture, "photo one.jpg")
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
    }

    private func service(
        _ transport: Transport = .router,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> TestService {
        try TestService(transport) { configuration in
            configuration.sources = [PictureSource("photos=\(folder.directory.path)")].compactMap(
                \.self
            )
            configure(&configuration)
        }
    }

    private static let address = "/v1/sources/photos/photo%20one.jpg"

    private func type(_ reply: Reply) throws -> String? { try reply.problem()["type"] as? String }

    // MARK: Answers

    @Test(arguments: Transport.allCases)
    func `renders a file as it renders an upload`(transport: Transport) async throws {
        defer { folder.remove() }
        let service = try service(transport)
        let target = "\(Self.address)/render?blur=2&format=png"
        let sent = try await service.send(.post("/v1/render?blur=2&format=png", picture))
        let first = try await service.send(.get(target))
        #expect(first.status == 200)
        #expect(first.body == sent.body)
        #expect(first["ETag"] == sent["ETag"])
        #expect(first["Cache-Control"] == "public, max-age=60")
        #expect(try await service.send(.get(target))["Cache-Status"] == "frostpane; hit")
        let tag = try #require(first["ETag"])
        #expect(try await service.send(.get(target, [("If-None-Match", tag)])).status == 304)
        let head = try await service.send(Call(method: "HEAD", target: target))
        #expect(head.status == 200)
        #expect(head["Content-Length"] == String(first.body.count))
        let part = try await service.send(.get(target, [("Range", "bytes=0-7")]))
        #expect(part.status == 206)
        #expect(part.body == Array(first.body.prefix(8)))
    }

    @Test func `describes a rendering`() async throws {
        defer { folder.remove() }
        let service = try service()
        let plan = try await service.send(.get("\(Self.address)/plan?blur=2"))
        #expect(plan.status == 200)
        #expect(plan["Content-Type"] == "application/vnd.frostpane.plan+json")
        let accept = [("Accept", "application/vnd.frostpane.plan+json")]
        let same = try await service.send(.get("\(Self.address)/render?blur=2", accept))
        #expect(same.body == plan.body)
        #expect(service.service.completedRenderings == 0)
    }

    @Test(arguments: [
        "material=auto&text=label", "trim=1", "width=20&height=30&fit=cover&focus=attention",
    ])
    func `analyzes a file`(_ query: String) async throws {
        defer { folder.remove() }
        let service = try service()
        let sent = try await service.send(.post("/v1/render?\(query)", picture))
        #expect(sent.status == 200, "\(sent.text)")
        for _ in 0..<2 {
            let reply = try await service.send(.get("\(Self.address)/render?\(query)"))
            #expect(reply.status == 200)
            #expect(reply.body == sent.body)
        }
    }

    @Test func `uses kept pictures beside that of the source`() async throws {
        defer { folder.remove() }
        let service = try service()
        let mask = try TestPicture.make(width: 30, height: 20)
        _ = try await service.send(.post("/v1/images", mask))
        let query = "blur=4&mask=\(Digest(of: mask).hex)&mask-channel=luminance"
        #expect(try await service.send(.get("\(Self.address)/render?\(query)")).status == 200)
    }

    @Test func `renders anew when it is told to`() async throws {
        defer { folder.remove() }
        let service = try service()
        let target = "\(Self.address)/render?blur=2"
        let first = try await service.send(.get(target))
        let again = try await service.send(.get(target, [("Cache-Control", "no-cache")]))
        #expect(again["Cache-Status"]?.contains("hit") == false)
        #expect(again.body == first.body)
    }

    @Test func `sees at once that a file was changed`() async throws {
        defer { folder.remove() }
        let service = try service()
        let target = "\(Self.address)/render?blur=2&format=png"
        var tags: Set<String> = []
        // Of equal length, and written within one tick of the file system's clock.
        for seed in 1...5 {
            var changed = picture
            changed[changed.count - 3] = UInt8(seed)
            try write(changed, "photo one.jpg")
            let reply = try await service.send(.get(target))
            #expect(reply.status == 200)
            tags.insert(try #require(reply["ETag"]))
        }
        #expect(tags.count == 5)
    }

    @Test func `keeps nothing under the digest of a file`() async throws {
        defer { folder.remove() }
        let service = try service()
        #expect(try await service.send(.get("\(Self.address)/render?blur=2")).status == 200)
        let kept = "/v1/images/\(Digest(of: picture).hex)"
        #expect(try await service.send(.get(kept)).status == 404)
        #expect(try await service.send(.get("\(kept)/render?blur=2")).status == 404)
    }

    // MARK: Refusals

    @Test(arguments: [
        "..%2f..%2fetc%2fpasswd", "..%2Fphotos/photo%20one.jpg",
        "x%2f..%2fphoto%20one.jpg", "%2e%2e/photo%20one.jpg",
        "../photo%20one.jpg",
        "./photo%20one.jpg", "/photo%20one.jpg", "photo%20one.jpg/", "photo%20one.jpg%00", "%zz",
    ])
    func `has no address for a path that leads elsewhere`(_ path: String) async throws {
        defer { folder.remove() }
        let reply = try await service().send(.get("/v1/sources/photos/\(path)/render?blur=2"))
        #expect(reply.status == 404)
        #expect(try type(reply) == "/problems/not-found")
        let detail = try reply.problem()["detail"] as? String
        #expect(detail?.contains("No segment of the path") == true)
    }

    @Test func `reads nothing through a link that leads out of the folder`() async throws {
        defer { folder.remove() }
        let other = try TemporaryFolder()
        defer { other.remove() }
        try Data(picture).write(to: URL(fileURLWithPath: other.path("secret.jpg")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.jpg"),
            withDestinationPath: other.path("secret.jpg")
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("folder"),
            withDestinationPath: other.directory.path
        )
        let service = try service()
        for path in ["link.jpg", "folder/secret.jpg"] {
            let reply = try await service.send(.get("/v1/sources/photos/\(path)/render?blur=2"))
            #expect(reply.status == 404)
            #expect(try type(reply) == "/problems/source-image-not-found")
        }
    }

    @Test func `tells an unknown source from an unknown file`() async throws {
        defer { folder.remove() }
        let service = try service()
        let source = try await service.send(.get("/v1/sources/foto/a.jpg/render?blur=2"))
        #expect(source.status == 404)
        #expect(try type(source) == "/problems/source-not-found")
        #expect(try source.problem()["allowed"] as? String == "photos")
        let file = try await service.send(.get("/v1/sources/photos/a.jpg/render?blur=2"))
        #expect(file.status == 404)
        #expect(try type(file) == "/problems/source-image-not-found")
        let none = try await TestService(.router).send(.get("\(Self.address)/render?blur=2"))
        #expect(none.status == 404)
        #expect(
            try none.problem()["detail"] as? String
                == "No source has this name. This server has none."
        )
    }

    @Test func `refuses files that are too long or no pictures`() async throws {
        defer { folder.remove() }
        try write(Array("<html>secret</html>".utf8), "page.jpg")
        try write([], "empty.jpg")
        try write(Array(picture.prefix(40)), "cut.jpg")
        let service = try service { $0.statedBodyLimit = picture.count }
        #expect(try await service.send(.get("\(Self.address)/render?blur=2")).status == 200)
        try write(picture + [0], "long.jpg")
        for (name, type) in [
            ("page.jpg", "source-image-refused"), ("empty.jpg", "source-image-refused"),
            ("long.jpg", "source-image-refused"), ("cut.jpg", "damaged-image"),
        ] {
            let reply = try await service.send(.get("/v1/sources/photos/\(name)/render?blur=2"))
            #expect(reply.status == 422, "\(name)")
            #expect(try self.type(reply) == "/problems/\(type)")
            #expect(!reply.text.contains("secret"))
        }
    }

    @Test func `says 502 while the folder is away, and tells the operator why`() async throws {
        let service = try service()
        folder.remove()
        let reply = try await service.send(.get("\(Self.address)/render?blur=2"))
        #expect(reply.status == 502)
        #expect(try type(reply) == "/problems/source-failed")
        #expect(!reply.text.contains("directory"))
        let line = try await service.log.line { $0["source_fault"] != nil }
        #expect(line?["source_fault"] == .text("the folder: No such file or directory"))
    }

    @Test func `refuses a redaction, which the address would undo`() async throws {
        defer { folder.remove() }
        let reply = try await service().send(.get("\(Self.address)/render?redact=1&region=1,1,8,8"))
        #expect(reply.status == 400)
        #expect(try type(reply) == "/problems/conflicting-parameters")
    }

    @Test func `takes no other methods and no other addresses`() async throws {
        defer { folder.remove() }
        let service = try service()
        #expect(
            try await service.send(.post("\(Self.address)/render?blur=2", picture)).status == 405
        )
        for target in [
            "/v1/sources", "/v1/sources/photos", "/v1/sources/photos/render", Self.address,
        ] {
            #expect(try await service.send(.get(target)).status == 404, "\(target)")
        }
    }

    @Test func `waits for memory as an upload does`() async throws {
        defer { folder.remove() }
        let service = try service()
        let all = service.service.receiving.available
        #expect(service.service.receiving.take(all - picture.count + 1))
        let reply = try await service.send(.get("\(Self.address)/render?blur=2"))
        #expect(reply.status == 503)
        #expect(try type(reply) == "/problems/saturated")
        #expect(reply["Retry-After"] != nil)
        service.service.receiving.give(all - picture.count + 1)
        #expect(try await service.send(.get("\(Self.address)/render?blur=2")).status == 200)
        try await eventually { service.service.receiving.available == all }
    }
}
