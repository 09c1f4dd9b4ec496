// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct LegibilityRouteTests {
    private func object(_ reply: Reply) throws -> [String: Any] {
        let data = Data(reply.body)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(arguments: Transport.allCases)
    func `measures every material, appearance and text, kept or sent`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let digest = Digest(of: picture).hex
        _ = try await service.send(.post("/v1/images", picture))
        let kept = try await service.send(
            .get("/v1/legibility?image=\(digest)&text=secondaryLabel&contrast=3")
        )
        let sent = try await service.send(
            .post("/v1/legibility?text=secondaryLabel&contrast=3.0", picture)
        )
        #expect(kept.status == 200)
        #expect(sent.status == 200)
        #expect(kept.body == sent.body)
        #expect(kept["ETag"] == sent["ETag"])
        let table = try object(kept)
        let rows = try #require(table["rows"] as? [[String: Any]])
        // Four materials and what is opaque, in two appearances, under four texts.
        #expect(rows.count == 5 * 2 * 4)
        let goal = try #require(table["goal"] as? [String: Any])
        #expect(goal["text"] as? String == "secondaryLabel")
        #expect(goal["contrast"] as? Double == 3)
    }

    @Test(arguments: Transport.allCases)
    func `renders with the material that the measurements lead to`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let digest = Digest(of: picture).hex
        _ = try await service.send(.post("/v1/images", picture))
        let table = try object(
            try await service.send(.get("/v1/legibility?image=\(digest)&text=label&contrast=7"))
        )
        let choice = try #require(table["choice"] as? [String: Any])
        let material = try #require(choice["material"] as? String)
        let appearance = try #require(choice["appearance"] as? String)
        let chosen = try await service.send(
            .get(
                "/v1/images/\(digest)/render?material=auto&text=label&contrast=7&format=png"
            )
        )
        let field = try #require(chosen["Frostpane-Legibility"])
        #expect(field.contains("material=\(material), appearance=\(appearance), text=label"))
        let named = try await service.send(
            .get(
                "/v1/images/\(digest)/render?material=\(material)&appearance=\(appearance)"
                    + "&format=png"
            )
        )
        #expect(named.status == 200)
        #expect(chosen.body == named.body)
        #expect(chosen["ETag"] == named["ETag"])
        // A client that shows other hints could get another material.
        #expect(chosen["Vary"]?.contains("Sec-CH-Prefers-Color-Scheme") == true)
        #expect(named["Vary"]?.contains("Sec-CH-Prefers-Color-Scheme") != true)
    }

    @Test(arguments: Transport.allCases)
    func `varies with the hints that no parameter overrides`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/legibility?image=\(Digest(of: picture).hex)"
        let all =
            "Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR, Sec-CH-Prefers-Reduced-Transparency, "
            + "Sec-CH-Prefers-Contrast"
        let plain = try await service.send(.get(target))
        let sent = try await service.send(.post("/v1/legibility", picture))
        let known = try await service.send(
            .get(target, [("If-None-Match", plain["ETag"] ?? "")])
        )
        #expect(known.status == 304)
        for reply in [plain, sent, known] { #expect(reply["Vary"] == all) }
        for reply in [plain, sent] { #expect(reply["Accept-CH"] == all) }
        let some = try await service.send(.get(target + "&appearance=dark&scale=2"))
        #expect(
            some["Vary"] == "Sec-CH-Prefers-Reduced-Transparency, Sec-CH-Prefers-Contrast"
        )
        let stated = "&appearance=auto&scale=1&reduce-transparency=0&increase-contrast=1"
        let one = try await service.send(.get(target + stated))
        #expect(one["Vary"] == "Sec-CH-Prefers-Color-Scheme")
        let none = try await service.send(.get(target + stated + "&solid=auto"))
        #expect(none["Vary"] == one["Vary"])
        let last = try await service.send(
            .get(target + stated.replacing("auto", with: "light"))
        )
        #expect(last.status == 200)
        #expect(last["Vary"] == nil)
        #expect(last["Accept-CH"] == nil)
        // Each hint, one at a time, against the parameter of the same meaning.
        for (hint, value, parameter) in [
            ("Sec-CH-Prefers-Color-Scheme", "\"dark\"", "appearance=dark"),
            ("Sec-CH-DPR", "2", "scale=2"),
            ("Sec-CH-Prefers-Reduced-Transparency", "\"reduce\"", "reduce-transparency=1"),
            ("Sec-CH-Prefers-Contrast", "\"more\"", "increase-contrast=1"),
        ] {
            let hinted = try await service.send(.get(target, [(hint, value)]))
            let told = try await service.send(.get("\(target)&\(parameter)"))
            #expect(hinted.body == told.body, "\(hint)")
            #expect(hinted.body != plain.body, "\(hint)")
        }
        let solid = try await service.send(.get(target + "&reduce-transparency=1&solid=808080"))
        let opaque = try await service.send(.get(target + "&reduce-transparency=1"))
        #expect(solid.status == 200)
        #expect(solid.body != opaque.body)
    }

    @Test
    func `goes by the text's box, which may lie in a region`() async throws {
        let service = try TestService(.router)
        let size = PixelSize(width: 400, height: 100)
        let picture = try TestPicture.made(size) { x, _ in x < 200 ? 0 : 65_535 }
        let query = "/v1/legibility?contrast=4.5&text-box="
        let left = try object(try await service.send(.post(query + "0,0,25%25,100%25", picture)))
        let right = try object(try await service.send(.post(query + "300,0,100,100", picture)))
        let rows = try [left, right].map { try #require($0["rows"] as? [[String: Any]]) }
        let contrasts = try rows.map { try #require($0.first?["contrast"] as? Double) }
        #expect(contrasts[0] < contrasts[1])
        let outside = try await service.send(
            .post("/v1/legibility?region=0,0,100,100&text-box=200,0,50,50", picture)
        )
        #expect(outside.status == 400)
        #expect(try object(outside)["parameter"] as? String == "text-box")
    }

    @Test(arguments: [
        ("/v1/render?text=label", "text"),
        ("/v1/render?material=systemMaterial&contrast=3", "contrast"),
        ("/v1/render?material=auto&contrast=30", "contrast"),
        ("/v1/render?material=auto&measure=apca&contrast=109", "contrast"),
        ("/v1/render?material=auto&text=fill", "text"),
        ("/v1/render?material=auto&text-box=1,2,3", "text-box"),
        ("/v1/legibility?blur=3", "blur"), ("/v1/legibility?format=png", "format"),
    ])
    func `refuses by name what has no meaning`(target: String, parameter: String) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(.post(target, try TestPicture.make()))
        #expect(reply.status == 400)
        #expect(try object(reply)["parameter"] as? String == parameter)
    }

    @Test
    func `finds no picture that is not kept, and none that is not named`() async throws {
        let service = try TestService(.router)
        let digest = Digest(of: [1]).hex
        #expect(try await service.send(.get("/v1/legibility?image=\(digest)")).status == 404)
        #expect(try await service.send(.get("/v1/gallery/\(digest)")).status == 404)
        let unnamed = try await service.send(.get("/v1/legibility?text=label"))
        #expect(unnamed.status == 400)
        #expect(try unnamed.problem()["type"] as? String == "/problems/missing-image")
        #expect(
            try unnamed.problem()["detail"] as? String
                == "Name a stored image by 'image', or send an image by POST."
        )
        let misspelled = try await service.send(.get("/v1/legibility?image=abc"))
        #expect(misspelled.status == 400)
        #expect(try misspelled.problem()["type"] as? String == "/problems/malformed-parameter")
        #expect(
            try misspelled.problem()["detail"] as? String
                == "'image' takes the SHA-256 of a stored image in lowercase hexadecimal."
        )
    }

    @Test
    func `says which parameters an address takes`() async throws {
        let service = try TestService(.router)
        let digest = Digest(of: [1]).hex
        for (target, detail, allowed) in [
            (
                "/v1/gallery/\(digest)?scal=2",
                "This address does not take the parameter 'scal'. Did you mean 'scale'?",
                "scale, frame, frames, format, prefer, quality, effort, lossless, subsampling, progressive, optimize, "
                    + "compression, background, profile, dither, damage"
            ),
            (
                "/v1/legibility?image=\(digest)&material=auto",
                "This address does not take the parameter 'material'.",
                "image, text, contrast, measure, text-box, appearance, scale, reduce-transparency, "
                    + "increase-contrast, solid, region, frame, background, damage"
            ),
            (
                "/v1/materials?name=a", "This address takes no parameters, but 'name' is given.",
                nil
            ),
            ("/?a", "This address takes no parameters, but 'a' is given.", nil),
        ] as [(String, String, String?)] {
            let reply = try await service.send(.get(target))
            #expect(reply.status == 400)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/unknown-parameter")
            #expect(problem["detail"] as? String == detail)
            #expect(problem["allowed"] as? String == allowed)
        }
    }

    @Test(arguments: Transport.allCases)
    func `shows a picture under every material`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/gallery/\(Digest(of: picture).hex)?format=png"
        let reply = try await service.send(.get(target))
        #expect(reply.status == 200)
        #expect(reply.isComplete)
        #expect(reply["Content-Disposition"]?.contains("-gallery.png") == true)
        let header = try ImageHeader.probe(reply.body.span)
        let size = PixelSize(width: 64, height: 48)
        let gallery = Gallery(materialsOn: size, traits: Traits())
        #expect(header.size == gallery.sheetSize(of: size))
        let again = try await service.send(.get(target, [("If-None-Match", reply["ETag"] ?? "")]))
        #expect(again.status == 304)
        let wrong = try await service.send(.get(target + "&blur=2"))
        #expect(wrong.status == 400)
        #expect(try object(wrong)["parameter"] as? String == "blur")
    }

    @Test
    func `measures over the background that is asked for`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(.png(PNGOptions()), layout: .rgba)
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/legibility?image=\(Digest(of: picture).hex)&background="
        let white = try await service.send(.get(target + "ffffff"))
        let black = try await service.send(.get(target + "000000"))
        #expect(white.status == 200)
        #expect(white.body != black.body)
    }
}
