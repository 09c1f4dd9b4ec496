// SPDX-License-Identifier: Apache-2.0

import Fetching
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Service

/// A service whose source is a server on this machine.
@Suite final class OriginSourceTests {
    private let origin: TestOrigin
    private let port: UInt16
    private let picture: [UInt8]

    init() throws {
        picture = try TestPicture.make()
        origin = TestOrigin(
            TestOrigin.Answer(fields: [.contentType: "image/jpeg"], body: picture)
        )
        port = try origin.start()
    }

    deinit { origin.stop() }

    private func service(
        host: String = "127.0.0.1",
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> TestService {
        try TestService(.router) { configuration in
            let source = PictureSource("web=http://\(host):\(port)/pictures")
            configuration.sources = [source].compactMap(\.self)
            configure(&configuration)
        }
    }

    private static let target = "/v1/sources/web/a%20b/%C3%BC.jpg/render?blur=2&format=png"

    private func type(_ reply: Reply) throws -> String? { try reply.problem()["type"] as? String }

    // MARK: Answers

    @Test func `renders what the origin has, and asks for it by the path below its own`()
        async throws
    {
        let service = try service()
        let sent = try await service.send(.post("/v1/render?blur=2&format=png", picture))
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.body == sent.body)
        #expect(reply["ETag"] == sent["ETag"])
        #expect(origin.requests.map(\.path) == ["/pictures/a%20b/%C3%BC.jpg"])
        #expect(origin.requests.map(\.method) == [.get])
    }

    @Test(arguments: ["max-age=600", "public, s-maxage=600, max-age=0"])
    func `asks no more while the origin says that it need not`(_ cacheControl: String) async throws
    {
        origin.set { $0.fields[.cacheControl] = cacheControl }
        let service = try service()
        for _ in 0..<3 {
            let reply = try await service.send(.get(Self.target))
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == "public, max-age=60")
        }
        #expect(origin.requests.count == 1)
        // Another rendering needs the bytes.
        let other = Self.target.replacing("blur=2", with: "blur=3")
        #expect(try await service.send(.get(other)).status == 200)
        #expect(origin.requests.count == 2)
        #expect(try await service.send(.get(other)).status == 200)
        #expect(origin.requests.count == 2)
        let again = Call.get(Self.target, [("Cache-Control", "no-cache")])
        #expect(try await service.send(again).status == 200)
        #expect(origin.requests.count == 3)
    }

    @Test(arguments: ["material=auto&text=label", "trim=1"])
    func `does not fetch again for an analysis that is known`(_ query: String) async throws {
        origin.set { $0.fields[.cacheControl] = "max-age=600" }
        let service = try service()
        for _ in 0..<3 {
            let reply = try await service.send(.get("/v1/sources/web/a.jpg/render?\(query)"))
            #expect(reply.status == 200, "\(reply.text)")
        }
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: [
        "no-cache", "max-age=0", "private, max-age=60", "no-store", "no-cache\nmax-age=60",
    ])
    func `asks whether a picture is still the same, and is told so by 304`(
        _ cacheControl: String
    ) async throws {
        origin.set {
            for line in cacheControl.split(separator: "\n") {
                $0.fields.append(HTTPField(name: .cacheControl, value: String(line)))
            }
            $0.fields[.eTag] = "\"one\""
        }
        let service = try service()
        let first = try await service.send(.get(Self.target))
        #expect(first["Cache-Control"] == "public, max-age=0")
        let second = try await service.send(.get(Self.target))
        #expect(second.body == first.body)
        #expect(second["Cache-Status"] == "frostpane; hit")
        #expect(origin.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"one\""])
        let changed = try TestPicture.make(width: 65)
        origin.set {
            $0.fields[.eTag] = "\"two\""
            $0.body = changed
        }
        let third = try await service.send(.get(Self.target))
        #expect(third.status == 200)
        #expect(third["ETag"] != first["ETag"])
        #expect(origin.requests.last?.headerFields[.ifNoneMatch] == "\"one\"")
        // What is needed and no longer kept is fetched anew, although it is the same.
        let other = Self.target.replacing("blur=2", with: "blur=3")
        #expect(try await service.send(.get(other)).status == 200)
        #expect(origin.requests.last?.headerFields[.ifNoneMatch] == nil)
    }

    @Test func `fetches once for requests at the same time`() async throws {
        let (service, target) = (try service(), Self.target)
        origin.set { $0.isSilent = true }
        let replies = Array(0..<4).map { _ in Task { try await service.send(.get(target)) } }
        try await eventually { origin.requests.count == 1 }
        #expect(origin.requests.count == 1)
        // The origin hangs up without an answer.
        origin.stop()
        for reply in replies { #expect(try await reply.value.status == 502) }
        #expect(origin.requests.count == 1)
    }

    // MARK: Refusals

    @Test(arguments: [301, 302, 303, 307, 308, 304, 300])
    func `follows no redirection`(_ status: Int) async throws {
        origin.set {
            $0.status = status
            $0.fields[.location] = "http://127.0.0.1:\(port)/elsewhere.jpg"
        }
        let service = try service()
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 502)
        #expect(try type(reply) == "/problems/source-failed")
        #expect(origin.requests.count == 1)
        let line = try await service.log.line { $0["source_fault"] != nil }
        #expect(
            line?["source_fault"]
                == .text("its status is \(status), and redirections are not followed")
        )
    }

    @Test(arguments: [
        (404, 404, "source-image-not-found"), (410, 404, "source-image-not-found"),
        (401, 404, "source-image-not-found"), (403, 404, "source-image-not-found"),
        (400, 502, "source-failed"), (429, 502, "source-failed"), (500, 502, "source-failed"),
        (503, 502, "source-failed"), (206, 502, "source-failed"), (204, 502, "source-failed"),
        (200, 422, "source-image-refused"), (451, 404, "source-image-not-found"),
    ])
    func `answers to each status without what the origin has sent`(
        _ status: Int,
        _ expected: Int,
        _ problem: String
    ) async throws {
        origin.set {
            $0.status = status
            $0.body = status == 204 ? [] : Array("<h1>secret</h1>".utf8)
        }
        let reply = try await service().send(.get(Self.target))
        #expect(reply.status == expected)
        #expect(try type(reply) == "/problems/\(problem)")
        for part in ["secret", "127.0.0.1"] { #expect(!reply.text.contains(part)) }
    }

    @Test(arguments: [true, false])
    func `stops receiving what is too long`(_ isEndless: Bool) async throws {
        let long = try TestPicture.make(width: 500, height: 500)
        origin.set {
            $0.body = long
            $0.isEndless = isEndless
        }
        let service = try service { $0.statedBodyLimit = long.count - 1 }
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 422)
        #expect(try type(reply) == "/problems/source-image-refused")
        #expect(try reply.problem()["allowed"] as? String == "0 to \(long.count - 1) bytes")
        let receiving = service.service.receiving
        try await eventually { receiving.available == service.service.configuration.uploadsBudget }
    }

    @Test func `says 504 when the origin takes too long`() async throws {
        origin.set { $0.isSilent = true }
        let service = try service { $0.deadline = .milliseconds(300) }
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 504)
        #expect(try type(reply) == "/problems/source-timeout")
    }

    @Test func `says 502 when nobody answers, and tells the operator why`() async throws {
        origin.stop()
        let service = try service()
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 502)
        #expect(!reply.text.contains("\(port)"))
        #expect(try await service.log.line { $0["source_fault"] != nil } != nil)
    }

    @Test(arguments: ["pictures.localhost", "2130706433", "0x7f.1"])
    func `does not connect to this machine by a name that does not say so`(
        _ host: String
    ) async throws {
        let service = try service(host: host)
        let reply = try await service.send(.get(Self.target))
        #expect(reply.status == 502)
        #expect(try type(reply) == "/problems/source-failed")
        let line = try await service.log.line { $0["source_fault"] != nil }
        #expect(line?["source_fault"] == .text("its name does not resolve to a public address"))
        #expect(origin.requests.isEmpty)
    }

    @Test func `connects to this machine when the source is named so`() async throws {
        let service = try service(host: "localhost")
        #expect(try await service.send(.get(Self.target)).status == 200)
    }

    // MARK: Access

    @Test func `asks for both scopes, unless the address is signed or public`() async throws {
        let lines = [
            "0123456789abcdef0 scopes=render", "0123456789abcdef1 scopes=read",
            "0123456789abcdef2 scopes=read,render",
        ]
        let tokens = try lines.map { try TokenLine.token(in: $0[...]) }
        let key = try SigningKey(line: "web 0123456789abcdef0123456789abcdef")
        let service = try service {
            $0.fileTokens = tokens
            $0.signingKeys = [key]
        }
        let target = Self.target
        #expect(try await service.send(.get(target)).status == 401)
        for (index, status) in [403, 403, 200].enumerated() {
            let bearer = ("Authorization", "Bearer 0123456789abcdef\(index)")
            let reply = try await service.send(.get(target, [bearer]))
            #expect(reply.status == status, "\(lines[index])")
            if status == 200 { #expect(reply["Cache-Control"] == "private, max-age=60") }
        }
        let signed = try AddressSignature.signed(target, by: key, until: nil)
        let reply = try await service.send(.get(signed))
        #expect(reply.status == 200)
        #expect(reply["Cache-Control"] == "public, max-age=60")
        for change in [("%C3%BC.jpg", "other.jpg"), ("%20", "%2520"), ("blur=2", "blur=3")] {
            let other = signed.replacing(change.0, with: change.1)
            #expect(try await service.send(.get(other)).status == 403)
        }
        let open = try self.service {
            $0.fileTokens = tokens
            $0.publicAccess = .renders
        }
        #expect(try await open.send(.get(target)).status == 200)
        #expect(try await open.send(.get(target.replacing("/render", with: "/plan"))).status == 401)
    }

    @Test func `takes presets`() async throws {
        let service = try service {
            $0.presets.all = [
                Presets.Preset(
                    name: "hero",
                    pairs: [.init(name: "blur", value: "2"), .init(name: "format", value: "png")]
                )
            ]
            $0.presets.isExclusive = true
        }
        let preset = "/v1/sources/web/a.jpg/render?preset=hero"
        #expect(try await service.send(.get(preset)).status == 200)
        #expect(try await service.send(.get(Self.target)).status == 403)
    }

    // MARK: Dials

    @Test func `counts reads by their outcomes, and lists names alone`() async throws {
        origin.set { $0.fields[.cacheControl] = "max-age=600" }
        let service = try service()
        for _ in 0..<2 { _ = try await service.send(.get(Self.target)) }
        origin.set { $0.status = 404 }
        _ = try await service.send(.get("/v1/sources/web/b.jpg/render?blur=2"))
        let metrics = try await service.send(.get("/metrics")).text
        for (outcome, count) in [("read", 1), ("known", 1), ("absent", 1), ("failed", 0)] {
            let line = "frostpane_source_reads_total{outcome=\"\(outcome)\"} \(count)\n"
            #expect(metrics.contains(line), "\(outcome)")
        }
        #expect(!metrics.contains("b.jpg"))
        #expect(metrics.contains("route=\"/v1/sources/{name}/{path}/render\""))
        let status = try await service.send(.get("/v1/status"))
        #expect(try status.json()["sources"] as? [String] == ["web"])
        #expect(!status.text.contains("127.0.0.1"))
    }
}
