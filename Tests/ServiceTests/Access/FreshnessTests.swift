// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform
import Store
import Testing

@testable import Service

@Suite struct FreshnessTests {
    private let service: TestService
    private let picture: [UInt8]
    private let address: String

    init() throws {
        service = try TestService(.router)
        picture = try TestPicture.make(width: 300, height: 200)
        address = "/v1/images/\(Digest(of: picture).hex)"
    }

    private func keep(until time: Int?, _ picture: [UInt8]? = nil) async throws {
        let fields = time.map { [("Frostpane-Expires", "@\($0)")] } ?? []
        let reply = try await service.send(.post("/v1/images", picture ?? self.picture, fields))
        #expect([200, 201].contains(reply.status))
    }

    /// Expects an answer that is fresh until a point in time.
    private func expect(_ target: String, freshUntil time: Int) async throws {
        let date = String(decoding: HTTPDate.text(seconds: time), as: UTF8.self)
        // Made, from memory, and by what is known about the request.
        for _ in 0..<3 {
            let reply = try await service.send(.get(target))
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == "public, immutable", "\(target)")
            #expect(reply["Expires"] == date, "\(target)")
            let tag = try #require(reply["ETag"])
            let known = try await service.send(.get(target, [("If-None-Match", tag)]))
            #expect(known.status == 304)
            #expect(known["Cache-Control"] == "public, immutable", "\(target)")
            #expect(known["Expires"] == date, "\(target)")
        }
    }

    @Test func `is over when the picture is not kept any more`() async throws {
        let end = Syscall.wallSeconds() + 1_000
        try await keep(until: end)
        for rest in ["", "/render?blur=2", "/render?trim=1&blur=3", "/placeholder"] {
            try await expect(address + rest, freshUntil: end)
        }
        try await expect("/v1/legibility?image=\(Digest(of: picture).hex)", freshUntil: end)
        try await expect("/v1/gallery/\(Digest(of: picture).hex)", freshUntil: end)
    }

    @Test func `is over when another picture of the rendering is not kept any more`() async throws {
        let mask = try TestPicture.make(width: 30, height: 20)
        let end = Syscall.wallSeconds() + 1_000
        try await keep(until: nil)
        try await keep(until: end, mask)
        let query = "blur=4&mask=\(Digest(of: mask).hex)&mask-channel=luminance"
        try await expect("\(address)/render?\(query)", freshUntil: end)
    }

    @Test func `of a link is over when the picture is not kept any more`() async throws {
        try await keep(until: Syscall.wallSeconds() + 1_000)
        let description =
            #"{"image": "\#(Digest(of: picture).hex)", "parameters": {"blur": 2}}"#
        let made = try await service.send(.post("/v1/links", Array(description.utf8)))
        let link = try #require(made["Location"])
        for _ in 0..<2 {
            let control = try #require(try await service.send(.get(link))["Cache-Control"])
            let age = try #require(control.split(separator: "=").last.flatMap { Int($0) })
            #expect((1...1_000).contains(age), "\(control)")
        }
    }

    @Test func `follows the time for which the picture is kept`() async throws {
        let end = Syscall.wallSeconds() + 1_000
        let target = address + "/render?blur=2"
        try await keep(until: end)
        try await expect(target, freshUntil: end)
        try await keep(until: end + 1_000)
        try await expect(target, freshUntil: end + 1_000)
        try await keep(until: nil)
        for _ in 0..<3 {
            let reply = try await service.send(.get(target))
            #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
        }
        let deletion = Call(method: "DELETE", target: address)
        #expect(try await service.send(deletion).status == 204)
        try await keep(until: end)
        try await expect(target, freshUntil: end)
    }
}
