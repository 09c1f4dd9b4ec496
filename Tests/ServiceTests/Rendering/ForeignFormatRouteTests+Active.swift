// SPDX-License-Identifier: Apache-2.0

import Codecs
import Store
import Testing

extension ForeignFormatRouteTests {
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    @Test func `sends a kept SVG as an attachment that runs no scripts`() async throws {
        let service = try TestService(.router)
        let drawing = try fixture("drawing.svg")
        _ = try await service.send(.post("/v1/images", drawing))
        let address = "/v1/images/\(Digest(of: drawing).hex)"
        let tag = "\"\(Digest(of: drawing).hex)\""
        for (method, fields, status) in [
            ("GET", [], 200), ("HEAD", [], 200), ("GET", [("Range", "bytes=0-9")], 206),
            ("GET", [("If-None-Match", tag)], 304),
        ] {
            let reply = try await service.send(
                Call(method: method, target: address, fields: fields)
            )
            #expect(reply.status == status)
            #expect(reply["Content-Security-Policy"] == Self.policy, "\(status)")
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            if status == 304 { continue }
            #expect(reply["Content-Type"] == "image/svg+xml")
            #expect(reply["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
        }
        let reply = try await service.send(.get("\(address)/render?format=png"))
        #expect(reply["Content-Disposition"]?.hasPrefix("inline;") == true)
    }

    @Test func `no response with an image may run scripts or make requests`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let address = "/v1/images/\(Digest(of: picture).hex)"
        let link = try await service.send(
            .post("/v1/links", Array(#"{"image": "\#(Digest(of: picture).hex)"}"#.utf8))
        )
        let calls: [Call] = [
            .get(address), .get("\(address)/render?blur=2"), .get("\(address)/render?blur=2"),
            .get("\(address)/render?blur=2", [("Range", "bytes=0-9")]),
            .get("/v1/gallery/\(Digest(of: picture).hex)"), .get(try #require(link["Location"])),
            .post("/v1/render?blur=2", picture), .get("\(address)/render?blur=x"),
            .get("/v1/images/\(Digest(of: []).hex)"),
        ]
        for call in calls {
            let reply = try await service.send(call)
            #expect(reply["Content-Security-Policy"] == Self.policy, "\(call.target)")
            #expect(reply["X-Content-Type-Options"] == "nosniff", "\(call.target)")
        }
    }

    @Test func `only formats that browsers open as documents are active`() {
        #expect(ImageFormat.allCases.filter(\.isActive) == [.pdf, .svg])
    }
}
