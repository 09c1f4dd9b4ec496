// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Service

@Suite
struct BodyKindRouteTests {
    @Test(arguments: Transport.allCases)
    func `takes forms and scenes at addresses of their own as well`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let kept = try await service.send(.post("/v1/images", picture))
        let digest = try #require(try kept.json()["id"] as? String)
        let pane = #"{"tint":"red","frame":{"width":"9"}}"#
        let form = Form([.file("image", picture), .field("scene", #"{"panes":[\#(pane)]}"#)])
        let fields = [("Content-Type", form.type)]
        let sent = try await service.send(.post("/v1/render/form", form.bytes, fields))
        #expect(sent.status == 200)
        let text = #"{"backdrop":{"digest":"\#(digest)"},"panes":[\#(pane)]}"#
        // The address says what the body is, whatever its media type.
        let types = ["application/json", "application/x-www-form-urlencoded"]
        for type in types {
            let call = Call.post("/v1/render/scene", Array(text.utf8), [("Content-Type", type)])
            #expect(try await service.send(call).body == sent.body)
        }
        let bare = try await service.send(.post("/v1/render/form", picture))
        #expect(try bare.problem()["type"] as? String == "/problems/malformed-form")
        #expect(
            try bare.problem()["detail"] as? String == Problem(MultipartError.badBoundary).detail
        )
    }
}
