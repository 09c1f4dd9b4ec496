// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store
import TestSupport
import Testing
import Typesetting

@testable import Service

@Suite
struct SceneRouteTests {
    static let json = [("Content-Type", "application/json")]

    /// A pane that turns the middle of a picture of 64 × 48 pixels into its negative.
    static let negative =
        #"{"frame":{"x":16,"y":"25%","width":"50%","height":24},"filter":"invert(1)"}"#

    static func scene(_ panes: String, backdrop: Digest? = nil) -> String {
        let named = backdrop.map { #""backdrop":{"digest":"\#($0.hex)"},"# } ?? ""
        return "{\(named)\"panes\":[\(panes)]}"
    }

    static func post(_ parts: [Form.Part], _ query: String = "?format=png") -> Call {
        let form = Form(parts)
        return .post("/v1/render\(query)", form.bytes, [("Content-Type", form.type)])
    }

    // MARK: What is rendered

    @Test(arguments: Transport.allCases)
    func `lays a pane on the picture that is sent`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let reply = try await service.send(
            Self.post([.file("image", picture), .field("scene", Self.scene(Self.negative))])
        )
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Cache-Control"] == "no-store")
        #expect(try #require(reply["Content-Disposition"]).hasSuffix("-scene.png\""))
        let before = try DecodedPicture(picture)
        let after = try DecodedPicture(reply.body)
        #expect(after.size == before.size)
        for (x, y) in [(16, 12), (47, 35), (30, 20)] {
            #expect(after[x, y] == before[x, y].map { 65_535 - $0 })
        }
        let inside = after.differences(from: before, in: 16..<48, 12..<36)
        #expect(after.differences(from: before, in: 0..<64, 0..<48) == inside)
    }

    @Test(arguments: Transport.allCases)
    func `lays panes on a kept picture, named by the scene`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let text = Self.scene(Self.negative, backdrop: Digest(of: picture))
        let reply = try await service.send(
            .post("/v1/render?format=png", Array(text.utf8), Self.json)
        )
        #expect(reply.status == 200)
        // It is the same rendering as that of the picture in a form.
        let form = try await service.send(
            Self.post([.field("scene", Self.scene(Self.negative)), .file("image", picture)])
        )
        #expect(form["Cache-Status"] == "frostpane; hit")
        #expect(form.body == reply.body)
        let both = try await service.send(Self.post([.field("scene", text)]))
        #expect(both["Cache-Status"] == "frostpane; hit")
    }

    @Test(arguments: Transport.allCases)
    func `draws pictures of the form and kept ones alike`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let logo = try TestPicture.png(seed: 7)
        func pane(_ image: String) -> String {
            #"{"contents":[{"image":{\#(image)},"mode":"stretch","frame":{"width":32}}]}"#
        }
        let sent = try await service.send(
            Self.post([
                .file("logo", logo), .field("scene", Self.scene(pane(#""part":"logo""#))),
                .file("image", picture),
            ])
        )
        #expect(sent.status == 200)
        let before = try DecodedPicture(picture)
        let after = try DecodedPicture(sent.body)
        #expect(after.differences(from: before, in: 0..<32, 0..<48) > 1000)
        #expect(after.differences(from: before, in: 32..<64, 0..<48) == 0)

        #expect(try await service.send(.post("/v1/images", logo)).status == 201)
        let digest = Digest(of: logo).hex
        let named = try await service.send(
            Self.post([
                .field("scene", Self.scene(pane(#""digest":"\#(digest)""#))),
                .file("image", picture),
            ])
        )
        #expect(named["Cache-Status"] == "frostpane; hit")
        #expect(named.body == sent.body)

        // Who forgets the logo forgets what was made with it.
        let forget = Call(method: "DELETE", target: "/v1/images/\(digest)")
        #expect(try await service.send(forget).status == 204)
        let again = try await service.send(
            Self.post([
                .file("image", picture), .file("logo", logo),
                .field("scene", Self.scene(pane(#""part":"logo""#))),
            ])
        )
        // A result that is long enough is sent before it is known whether it was stored.
        #expect(again["Cache-Status"]?.hasPrefix("frostpane; fwd=miss") == true)
    }

    @Test
    func `follows parameters and hints about the screen`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let pane = #"{"frame":{"width":"16pt"},"material":"systemMaterial"}"#
        let form = Form([.file("image", picture), .field("scene", Self.scene(pane))])
        var bodies: [[UInt8]] = []
        for (query, hint) in [
            ("", nil), ("&appearance=dark", nil), ("&scale=2", nil), ("", #""dark""#),
            ("&appearance=light", #""dark""#),
        ] as [(String, String?)] {
            var fields = [("Content-Type", form.type)]
            if let hint { fields.append(("Sec-CH-Prefers-Color-Scheme", hint)) }
            let reply = try await service.send(
                .post("/v1/render?format=png\(query)", form.bytes, fields)
            )
            #expect(reply.status == 200)
            bodies.append(reply.body)
        }
        #expect(bodies[3] == bodies[1])
        #expect(bodies[4] == bodies[0])
        #expect(Set(bodies).count == 3)
    }

    @Test(
        arguments: [
            (#"{"filter":"sepia(1)","frame":{"width":"50%"}}"#, "", ""),
            (
                #"{"material":"systemMaterialDark"}"#, "",
                "Sec-CH-DPR, Sec-CH-Prefers-Reduced-Transparency"
            ),
            (
                #"{"material":"systemMaterial","contents":[{"shape":"ellipse","vibrancy":"fill"}]}"#,
                "&scale=1&reduce-transparency=0",
                "Sec-CH-Prefers-Color-Scheme, Sec-CH-Prefers-Contrast"
            ),
            (#"{"tint":"red","frame":{"width":"9pt"}}"#, "", "Sec-CH-DPR"),
            (#"{"tint":"red","frame":{"width":"9pt"}}"#, "&scale=2", ""),
        ]
    )
    func `varies with the hints that the panes follow`(
        example: (pane: String, query: String, hints: String)
    ) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let form = Form([.file("image", picture), .field("scene", Self.scene(example.pane))])
        let target = "/v1/render?format=png\(example.query)"
        for accept in ["image/*", "application/vnd.frostpane.plan+json"] {
            let reply = try await service.send(
                .post(target, form.bytes, [("Content-Type", form.type), ("Accept", accept)])
            )
            #expect(reply.status == 200)
            let hints = example.hints.isEmpty ? nil : example.hints
            #expect(reply["Vary"] == hints)
            #expect(reply["Accept-CH"] == hints)
        }
    }
}
