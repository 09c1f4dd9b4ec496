// SPDX-License-Identifier: Apache-2.0

import Effects
import Store
import TestSupport
import Testing
import Typesetting

@testable import Service

@Suite(
    .enabled(
        if: (try? TextRaster.identity()) != nil,
        "needs the packages libpangocairo-1.0-0 and fonts-dejavu-core"
    )
)
struct FontFamilyTests {
    private static let families = ["DejaVu Sans", "DejaVu Serif"]

    /// A form whose scene has a text that names no family, or one that names one.
    private static func form(_ font: String = "") throws -> Call {
        let text = #"{"text":"Hello","color":"red"\#(font)}"#
        let form = Form([
            .file("image", try TestPicture.png()),
            .field("scene", #"{"panes":[{"contents":[\#(text)]}]}"#),
        ])
        return .post("/v1/render?format=png", form.bytes, [("Content-Type", form.type)])
    }

    private static func service(_ family: String) throws -> TestService {
        try TestService(.router) { $0.fontFamily = family }
    }

    private static func plan(_ call: Call, _ family: String) async throws -> Reply {
        var call = call
        call.fields.append(("Accept", "application/vnd.frostpane.plan+json"))
        return try await service(family).send(call)
    }

    @Test(arguments: families)
    func `draws texts that name no family in that of the operator`(family: String) async throws {
        let named = try Self.form(#","font":{"family":"\#(family)"}"#)
        let other = try #require(Self.families.first { $0 != family })
        let reply = try await Self.service(family).send(try Self.form())
        #expect(reply.status == 200)
        let expected = try await Self.service(other).send(named)
        #expect(reply.body == expected.body)
        #expect(reply["ETag"] == expected["ETag"])
        let different = try await Self.service(other).send(try Self.form())
        #expect(reply.body != different.body)
        #expect(reply["ETag"] != different["ETag"])
    }

    @Test(arguments: families)
    func `names the family in the plan`(family: String) async throws {
        let plan = try await Self.plan(try Self.form(), family)
        #expect(plan.text.contains(#""family":"\#(family)""#))
    }

    @Test func `captions a gallery in the family of the operator`() async throws {
        var plans: [String] = []
        var tags: [String?] = []
        for family in Self.families {
            let service = try Self.service(family)
            let picture = try TestPicture.make()
            let target = "/v1/gallery/\(Digest(of: picture).hex)"
            #expect(try await service.send(.post("/v1/images", picture)).status == 201)
            let plan = try await service.send(
                .get(target, [("Accept", "application/vnd.frostpane.plan+json")])
            )
            plans.append(plan.text)
            tags.append(try await service.send(.get(target))["ETag"])
        }
        #expect(plans[0].contains(#""family":"DejaVu Sans""#))
        #expect(plans[1].contains(#""family":"DejaVu Serif""#))
        #expect(tags[0] != tags[1])
    }
}
