// SPDX-License-Identifier: Apache-2.0

import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct TokenRouteTests {
    private static let secret = "correct-horse-battery"

    private static func token(
        _ secret: String = secret,
        name: String? = "web",
        _ scopes: Set<AccessScope> = Set(AccessScope.allCases),
        requests: Int? = nil,
        pixels: Int? = nil
    ) -> AccessToken {
        var token = AccessToken(secret)
        token.name = name
        token.scopes = scopes
        token.quota.requests = requests
        token.quota.pixels = pixels
        return token
    }

    private static func shown(_ secret: String = secret) -> [(String, String)] {
        [("Authorization", "Bearer \(secret)")]
    }

    @Test(arguments: Transport.allCases)
    func `opens to a token what its scopes name, and tells which one is missing`(
        transport: Transport
    ) async throws {
        let picture = try TestPicture.make()
        let path = "/v1/images/\(Digest(of: picture).hex)"
        let service = try TestService(transport) {
            $0.fileTokens = AccessScope.allCases.map {
                Self.token("token-with-scope-\($0.rawValue)", name: $0.rawValue, [$0])
            }
        }
        let calls: [(call: Call, scope: AccessScope)] = [
            (.post("/v1/images", picture), .upload),
            (Call(method: "PUT", target: path, body: picture), .upload),
            (.get(path), .read), (.get("\(path)/render?blur=2"), .render),
            (.get("\(path)/render?blur=2"), .render), (.get("\(path)/plan?blur=2"), .render),
            (.post("/v1/render?blur=2", picture), .render),
            (Call(method: "DELETE", target: path), .delete),
        ]
        for (call, scope) in calls {
            for other in AccessScope.allCases where other != scope {
                var call = call
                call.fields = Self.shown("token-with-scope-\(other.rawValue)")
                let reply = try await service.send(call)
                #expect(reply.status == 403, "\(call.target) \(other)")
                #expect(
                    reply["WWW-Authenticate"]?.hasSuffix(
                        #"error="insufficient_scope", scope="\#(scope.rawValue)""#
                    ) == true
                )
                let problem = try reply.problem()
                #expect(problem["type"] as? String == "/problems/missing-scope")
                #expect(
                    problem["detail"] as? String
                        == "The token lacks the scope '\(scope.rawValue)'."
                )
                #expect(problem["allowed"] as? String == other.rawValue)
            }
            var call = call
            call.fields = Self.shown("token-with-scope-\(scope.rawValue)")
            let status = try await service.send(call).status
            #expect((200..<300).contains(status), "\(call.method) \(call.target): \(status)")
        }
        // Documents need a token, and none of its scopes.
        let metrics = Self.shown("token-with-scope-metrics")
        #expect(try await service.send(.get("/v1/filters", metrics)).status == 200)
        #expect(try await service.send(.get("/v1/filters")).status == 401)
    }

    @Test(arguments: [PublicAccess.none, .links, .renders])
    func `guards every spelling of an address alike`(publicAccess: PublicAccess) async throws {
        let picture = try TestPicture.make()
        let image = "/v1/images/\(Digest(of: picture).hex)"
        let service = try TestService(.router) {
            $0.fileTokens = AccessScope.allCases.map {
                Self.token("token-with-scope-\($0.rawValue)", name: $0.rawValue, [$0])
            }
            $0.publicAccess = publicAccess
        }
        let upload = Self.shown("token-with-scope-upload")
        #expect(try await service.send(.post("/v1/images", picture, upload)).status == 201)
        let credentials =
            [[]]
            + AccessScope.allCases.map {
                Self.shown("token-with-scope-\($0.rawValue)")
            }
        let calls: [Call] = [
            .get(image), .get("\(image)/render?blur=2"), .get("\(image)/plan?blur=2"),
            .get("/v1/links/AAAAAAAAAAAAAAAAAAAAAA"), .get("/v1/status"), .get("/metrics"),
            .get("/healthz"), .get("/v1/nowhere"), .post("/v1/images", picture),
            Call(method: "PUT", target: image, body: picture),
            Call(method: "OPTIONS", target: image), Call(method: "DELETE", target: image),
        ]
        for fields in credentials {
            for var call in calls {
                call.fields = fields
                if call.method == "DELETE", fields.contains(where: { $0.1.hasSuffix("delete") }) {
                    continue
                }
                let expected = try await service.send(call).status
                let target = call.target
                let letter = target.index(target.startIndex, offsetBy: 5)
                let code = String(target[letter].asciiValue ?? 0, radix: 16)
                call.target.replaceSubrange(letter...letter, with: "%\(code)")
                #expect(try await service.send(call).status == expected, "\(call.target)")
                // An escaped escape is another name, and an escaped slash separates nothing.
                for (part, other) in [("%\(code)", "%25\(code)"), ("/v1/", "/v1%2F")] {
                    var call = call
                    call.target = call.target.replacing(part, with: other)
                    guard call.target.contains("%2") else { continue }
                    let status = try await service.send(call).status
                    #expect([401, 404].contains(status), "\(call.target)")
                }
            }
        }
    }

    @Test
    func `names the token in the log, and never shows it`() async throws {
        let service = try TestService(.router) { $0.fileTokens = [Self.token()] }
        _ = try await service.send(.get("/", Self.shown()))
        _ = try await service.send(.get("/"))
        let lines = try service.log.lines
        #expect(lines[0]["token"] == "web")
        #expect(lines[1]["token"] == nil)
        #expect(!service.log.text.contains(Self.secret))
    }

    @Test(arguments: Transport.allCases)
    func `refuses requests beyond a quota, and tells when to come back`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport) {
            $0.fileTokens = [
                Self.token(requests: 3), Self.token("other-horse-battery", name: "app"),
                Self.token("new-horse-battery", requests: 3),
            ]
        }
        for rest in [2, 1] {
            let reply = try await service.send(.get("/v1/filters", Self.shown()))
            #expect(reply.status == 200)
            #expect(reply["RateLimit-Policy"] == #""requests";q=3;qu="requests";w=60"#)
            #expect(reply["RateLimit"]?.hasPrefix(#""requests";r=\#(rest);t="#) == true)
        }
        // A second token of the same name is the same caller.
        let last = try await service.send(.get("/nowhere", Self.shown("new-horse-battery")))
        #expect(last.status == 404)
        #expect(last["RateLimit"]?.hasPrefix(#""requests";r=0;t="#) == true)
        let refused = try await service.send(.get("/v1/filters", Self.shown()))
        #expect(refused.status == 429)
        #expect(try refused.problem()["type"] as? String == "/problems/quota-exceeded")
        let wait = try #require(refused["Retry-After"].flatMap { Int($0) })
        #expect((1...20).contains(wait))
        let other = try await service.send(
            .get("/v1/filters", Self.shown("other-horse-battery"))
        )
        #expect(other.status == 200)
        #expect(other["RateLimit"] == nil)
    }

    @Test
    func `counts the pixels of renderings that are made, and of no others`() async throws {
        let picture = try TestPicture.make()
        let target = "/v1/images/\(Digest(of: picture).hex)/render"
        let service = try TestService(.router) { $0.fileTokens = [Self.token(pixels: 1000)] }
        #expect(try await service.send(.post("/v1/images", picture, Self.shown())).status == 201)
        for query in ["blur=1", "blur=1", "blur=1.0"] {
            let reply = try await service.send(.get("\(target)?\(query)", Self.shown()))
            #expect(reply.status == 200, "\(query)")
        }
        let refused = try await service.send(.get("\(target)?blur=3", Self.shown()))
        #expect(refused.status == 429)
        #expect(
            try refused.problem()["detail"] as? String
                == "The token has used up its pixels per minute."
        )
        #expect(try await service.send(.get("\(target)?blur=1", Self.shown())).status == 200)
        let sent = try await service.send(.post("/v1/render?blur=4", picture, Self.shown()))
        #expect(sent.status == 429)
    }

    @Test
    func `lets a caller without pixels have what the store has, or what others make`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let picture = try TestPicture.make(width: 300, height: 200)
        let target = "/v1/images/\(Digest(of: picture).hex)/render"
        func service() throws -> TestService {
            try TestService(.router) {
                $0.storePath = folder.path("store")
                $0.fileTokens = [Self.token(pixels: 1000)]
            }
        }
        let first = try service()
        #expect(try await first.send(.post("/v1/images", picture, Self.shown())).status == 201)
        for _ in 0..<2 {
            #expect(try await first.send(.get("\(target)?blur=1", Self.shown())).status == 200)
        }
        try await eventually { first.service.store?.statistics.waitingByteCount == 0 }
        try await eventually {
            (try? FolderTier(path: folder.path("store")).list(.result, of: nil).count) == 1
        }
        let second = try service()
        #expect(try await second.send(.get("\(target)?blur=2", Self.shown())).status == 200)
        #expect(try await second.send(.get("\(target)?blur=3", Self.shown())).status == 429)
        // The store is asked in a bounded time; a machine under load may take longer. Then the store is not
        // asked again before a probe has found that it works.
        var found = Reply()
        for _ in 0..<6_000 {
            found = try await second.send(.get("\(target)?blur=1", Self.shown()))
            guard found.status != 200 else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(found["Cache-Status"] == "frostpane; hit; detail=store")
        let anew = Self.shown() + [("Cache-Control", "no-cache")]
        #expect(try await second.send(.get("\(target)?blur=1", anew)).status == 429)
        // A refusal forgets nothing.
        #expect(try await second.send(.get("\(target)?blur=1", Self.shown())).status == 200)
    }

    @Test(arguments: ["render?blur=1&trim=1", "placeholder", "legibility"])
    func `counts the pixels of analyses that are made, and of no others`(_ kind: String)
        async throws
    {
        let picture = try TestPicture.make(width: 300, height: 200)
        let digest = Digest(of: picture).hex
        let target =
            kind == "legibility" ? "/v1/legibility?image=\(digest)" : "/v1/images/\(digest)/\(kind)"
        let service = try TestService(.router) { $0.fileTokens = [Self.token(pixels: 1000)] }
        #expect(try await service.send(.post("/v1/images", picture, Self.shown())).status == 201)
        // What follows the analysis is let in with it.
        #expect(try await service.send(.get(target, Self.shown())).status == 200)
        let fresh = try await service.send(
            .post("/v1/placeholder?x-components=3", picture, Self.shown())
        )
        #expect(fresh.status == 429)
        #expect(try await service.send(.get(target, Self.shown())).status == 200)
    }

    @Test
    func `goes on counting after tokens were read again, unless the quota is another`()
        async throws
    {
        let service = try TestService(.router) { $0.fileTokens = [Self.token(requests: 1)] }
        func status() async throws -> Int {
            try await service.send(.get("/v1/filters", Self.shown())).status
        }
        #expect(try await status() == 200)
        var new = Configuration()
        new.fileTokens = [Self.token(requests: 1)]
        #expect(service.service.reload(new))
        #expect(try await status() == 429)
        new.fileTokens = [Self.token(requests: 2)]
        #expect(service.service.reload(new))
        #expect(try await status() == 200)
    }
}
