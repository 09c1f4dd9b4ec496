// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Platform
import Raster
import Store
import Testing

@testable import Service

@Suite
struct LinkRouteTests {
    static let secret = "correct-horse-battery"
    static let credentials = [("Authorization", "Bearer \(secret)")]
    /// By the clock of the service, which lags behind that of Foundation.
    private static var now: Int { Syscall.wallSeconds() }

    static func service(
        _ transport: Transport = .router,
        _ access: PublicAccess = .links
    ) throws -> TestService {
        try TestService(transport) {
            $0.token = secret
            $0.publicAccess = access
            let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures")
            $0.sources = [PictureSource("files=\(folder.standardized.path())")].compactMap(\.self)
        }
    }

    /// Keeps a picture, and returns its digest.
    static func keep(
        in service: TestService,
        _ picture: [UInt8]? = nil
    ) async throws -> Digest {
        let picture = try picture ?? TestPicture.make()
        let reply = try await service.send(.post("/v1/images", picture, credentials))
        #expect(reply.status == 201)
        return Digest(of: picture)
    }

    static func make(
        _ description: String,
        in service: TestService
    ) async throws -> Reply {
        try await service.send(.post("/v1/links", Array(description.utf8), credentials))
    }

    /// Makes a link, and returns its address.
    static func link(
        _ description: String,
        in service: TestService
    ) async throws -> String {
        let reply = try await make(description, in: service)
        #expect(reply.status == 201, "\(reply.text)")
        return try #require(reply["Location"])
    }

    // MARK: Answers

    @Test(arguments: Transport.allCases)
    func `shows one rendering to everybody`(transport: Transport) async throws {
        let service = try Self.service(transport)
        let digest = try await Self.keep(in: service)
        let made = try await Self.make(
            #"{"image": "\#(digest.hex)", "parameters": {"blur": 2, "format": "png"}}"#,
            in: service
        )
        #expect(made.status == 201)
        let address = try #require(made["Location"])
        #expect(try made.json()["url"] as? String == address)
        #expect(try made.json()["id"] as? String == String(address.dropFirst("/v1/links/".count)))
        #expect(address.wholeMatch(of: /\/v1\/links\/[A-Za-z0-9_-]{22}/) != nil)
        let plain = try await service.send(
            .get("/v1/images/\(digest.hex)/render?blur=2&format=png", Self.credentials)
        )
        for _ in 0..<2 {
            let shown = try await service.send(.get(address))
            #expect(shown.status == 200)
            #expect(shown.body == plain.body)
            #expect(shown["Cache-Control"] == "public, max-age=3600")
            let tag = try #require(shown["ETag"])
            #expect(try await service.send(.get(address, [("If-None-Match", tag)])).status == 304)
            #expect(try await service.send(Call(method: "HEAD", target: address)).status == 200)
        }
        // Other names are as unknown as those of no form.
        let other = "/v1/links/\(LinkName.random().text)"
        let unknown = try await service.send(.get(other))
        #expect(unknown.status == 404)
        #expect(try unknown.problem()["type"] as? String == "/problems/link-not-found")
    }

    @Test
    func `leads neither to the picture nor to other renderings, by no field and no body`()
        async throws
    {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let mask = try await Self.keep(in: service, try TestPicture.png(layout: .gray))
        let address = try await Self.link(
            #"{"image": "\#(digest.hex)", "parameters": {"blur": 2, "mask": "\#(mask.hex)"}}"#,
            in: service
        )
        let plain = try await service.send(
            .get("/v1/images/\(digest.hex)/render?blur=2&mask=\(mask.hex)", Self.credentials)
        )
        let plan = try await service.send(
            .get("/v1/images/\(digest.hex)/plan?blur=2&mask=\(mask.hex)", Self.credentials)
        ).json()
        let secrets = [
            String(digest.hex.prefix(12)), String(mask.hex.prefix(12)), digest.base64, mask.base64,
            try #require(plan["key"] as? String), try #require(plain["ETag"]), "blur",
        ]
        func expectSilence(_ call: Call, _ status: Int) async throws {
            let reply = try await service.send(call)
            #expect(reply.status == status, "\(call.target)")
            for secret in secrets {
                for field in reply.fields + reply.trailers {
                    #expect(!field.value.contains(secret), "\(field.name)")
                }
                if status >= 300 { #expect(!reply.text.contains(secret)) }
            }
            #expect(reply["Link"] == nil)
        }
        for _ in 0..<2 { try await expectSilence(.get(address, [("TE", "trailers")]), 200) }
        let plans = [("Accept", "application/vnd.frostpane.plan+json")]
        try await expectSilence(.get(address, plans), 406)
        try await expectSilence(.get("\(address)?saturate=3"), 400)
        try await expectSilence(.get("\(address)/plan"), 401)
        try await expectSilence(Call(method: "PUT", target: address), 401)
        try await expectSilence(.get(address, [("If-Match", "\"x\"")]), 412)
        // What a mask was made from does not come out when the mask is gone.
        let path = "/v1/images/\(mask.hex)"
        _ = try await service.send(Call(method: "DELETE", target: path, fields: Self.credentials))
        try await expectSilence(.get(address), 404)
    }

    @Test
    func `gives renderings of one picture tags that nobody can relate`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let text = #"{"image": "\#(digest.hex)", "parameters": {"blur": 2}}"#
        var tags: Set<String> = []
        for _ in 0..<2 {
            let address = try await Self.link(text, in: service)
            tags.insert(try #require(try await service.send(.get(address))["ETag"]))
        }
        #expect(tags.count == 2)
    }

    @Test
    func `shows a redaction of a kept picture, which has no other address`() async throws {
        let service = try Self.service()
        let picture = try TestPicture.make()
        let digest = try await Self.keep(in: service, picture)
        let address = try await Self.link(
            """
            {"image": "\(digest.hex)",
             "parameters": {"region": ["8,8,16,16", "ellipse(30,20,16,16)"], "redact": true}}
            """,
            in: service
        )
        let sent = try await service.send(
            .post(
                "/v1/render?region=8,8,16,16&region=ellipse(30,20,16,16)&redact=1",
                picture,
                Self.credentials
            )
        )
        for _ in 0..<2 {
            let shown = try await service.send(.get(address))
            #expect(shown.status == 200)
            #expect(shown.body == sent.body)
            #expect(shown["Content-Disposition"] == #"inline; filename="rendering.jpg""#)
        }
    }

    @Test
    func `refuses an expired link with 410, and a deleted one with 404`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let expiry = Self.now + 2
        let brief = try await Self.link(
            #"{"image": "\#(digest.hex)", "expires": \#(expiry)}"#,
            in: service
        )
        while Self.now < expiry { try await Task.sleep(for: .milliseconds(50)) }
        let gone = try await service.send(.get(brief))
        #expect(gone.status == 410)
        #expect(try gone.problem()["type"] as? String == "/problems/expired-address")
        let lasting = try await Self.link(#"{"image": "\#(digest.hex)"}"#, in: service)
        #expect(try await service.send(.get(lasting)).status == 200)
        #expect(try await service.send(Call(method: "DELETE", target: lasting)).status == 401)
        var deletion = Call(method: "DELETE", target: lasting)
        deletion.fields = Self.credentials
        #expect(try await service.send(deletion).status == 204)
        #expect(try await service.send(.get(lasting)).status == 404)
        #expect(try await service.send(deletion).status == 404)
        // A link does not outlive its picture.
        let orphan = try await Self.link(#"{"image": "\#(digest.hex)"}"#, in: service)
        deletion.target = "/v1/images/\(digest.hex)"
        #expect(try await service.send(deletion).status == 204)
        #expect(try await service.send(.get(orphan)).status == 404)
    }

    @Test
    func `limits the time in caches by that of the link`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let address = try await Self.link(
            #"{"image": "\#(digest.hex)", "expires": \#(Self.now + 600)}"#,
            in: service
        )
        let value = try #require(try await service.send(.get(address))["Cache-Control"])
        let age = try #require(Int(value.drop { $0 != "=" }.dropFirst()))
        #expect((1...600).contains(age))
    }

    // MARK: Public addresses

    @Test(arguments: PublicAccess.allCases)
    func `opens to everybody what the operator says, and nothing else`(
        access: PublicAccess
    ) async throws {
        let service = try Self.service(.router, access)
        let digest = try await Self.keep(in: service)
        let link = try await Self.link(#"{"image": "\#(digest.hex)"}"#, in: service)
        let image = "/v1/images/\(digest.hex)"
        let levels: [(target: String, opened: Set<PublicAccess>)] = [
            (link, [.links, .renders, .all]), ("\(image)/render?blur=2", [.renders, .all]),
            (image, [.all]), ("\(image)/plan?blur=2", [.all]),
            ("/v1/gallery/\(digest.hex)", [.all]),
            ("/v1/filters", [.all]),
        ]
        for (target, opened) in levels {
            for _ in 0..<2 {
                let reply = try await service.send(.get(target))
                #expect(reply.status == (opened.contains(access) ? 200 : 401), "\(target)")
                let isShared = reply["Cache-Control"]?.hasPrefix("public") == true
                if target != "/v1/filters", !target.contains("/plan") {
                    #expect(isShared == opened.contains(access), "\(target)")
                }
            }
        }
        let plans = [("Accept", "application/vnd.frostpane.plan+json")]
        for target in ["\(image)/render?blur=2", "/v1/sources/files/profile.jpg/render?blur=2"] {
            let plan = try await service.send(.get(target, plans))
            #expect(plan.status == (access == .all ? 200 : 401), "\(target)")
        }
        for call in [
            Call(method: "DELETE", target: image), Call(method: "DELETE", target: link),
            .post("/v1/render", try TestPicture.make()),
            .post("/v1/images", try TestPicture.make()),
            .post("/v1/links", Array(#"{"image": "\#(digest.hex)"}"#.utf8)),
        ] {
            #expect(try await service.send(call).status == 401, "\(call.method) \(call.target)")
        }
    }

    @Test
    func `wants both scopes of who makes a link`() async throws {
        let service = try TestService(.router) {
            $0.fileTokens = [AccessScope.render, .upload].map { scope in
                var token = AccessToken("token-of-the-scope-\(scope.rawValue)")
                token.scopes = [scope]
                return token
            }
        }
        for (shown, missing) in [("render", "upload"), ("upload", "render")] {
            let reply = try await service.send(
                .post("/v1/links", [], [("Authorization", "Bearer token-of-the-scope-\(shown)")])
            )
            #expect(reply.status == 403)
            #expect(reply.text.contains("'\(missing)'"))
        }
    }
}
