// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

/// What is refused when a scene is stored, and how faults of its renders are told.
extension StoredSceneRouteTests {
    /// Scenes that no image and no values make valid, and the places of their faults.
    @Test(
        arguments: [
            (
                #"{"canvas":{"width":90,"height":9},"layers":[{"text":"x","fontSize":5}]}"#,
                "/layers/0"
            ),
            (#"{"canvas":{"width":90,"height":9},"layers":[{}]}"#, "/layers/0"),
            (
                #"{"canvas":{"width":90,"height":9},"layers":[{"color":"red","text":""#
                    + String(repeating: "x", count: 5_000) + #""}]}"#, "/layers/0/text"
            ),
        ]
    )
    func `stores no scene that can never be rendered`(scene: String, pointer: String) async throws {
        let service = try LinkRouteTests.service(.router)
        let reply = try await Self.put(scene, in: service)
        #expect([400, 422].contains(reply.status))
        #expect(try reply.json()["pointer"] as? String == pointer)
    }

    @Test func `names places in the stored scene, where parts are left out, and its variables`()
        async throws
    {
        let service = try LinkRouteTests.service(.router)
        let scene = """
            {"variables":{"show":{"type":"flag","default":false},"t":{"type":"text"}},
            "canvas":{"width":90,"height":20},"layers":[{"if":"show","background":"red"},
            {"text":"{{t}}","color":"black","fontSize":9}]}
            """
        #expect(try await Self.put(scene, in: service).status == 201)
        let reply = try await Self.get("/v1/scenes/card/render?t=%00", in: service)
        #expect(try reply.json()["pointer"] as? String == "/layers/1")
        let other = try await Self.get("/v1/scenes/card/render?t=a&T=a", in: service)
        #expect(other.status == 400)
        #expect(other.text.contains("Did you mean 't'?"))
    }

    @Test func `stores the card of the API contract, whose subtitle may be left out`() async throws
    {
        let card = try Contract().object("components", "examples", "Card", "value")
        let text = String(decoding: try JSONSerialization.data(withJSONObject: card), as: UTF8.self)
        let service = try LinkRouteTests.service(.router)
        #expect(try await Self.put(text, in: service).status == 201)
    }
}
