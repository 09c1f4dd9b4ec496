// SPDX-License-Identifier: Apache-2.0

import Raster
import Rendering
import Store
import TestSupport
import Testing
import Typesetting

@testable import Service

/// Texts that cannot be drawn.
extension SceneRouteTests {
    @Test(arguments: Transport.allCases)
    func `says which text cannot be drawn, without any font`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let limit = TextRaster.lengthLimit
        func pane(_ content: String) -> String {
            #"{"contents":[{"shape":"ellipse","color":"red"},{\#(content),"color":"red"}]}"#
        }
        let long = String(repeating: "a", count: limit + 1)
        for (content, member, allowed) in [
            (#""text":"\#(long)""#, "text", "up to \(limit) characters"),
            (#""text":"a","frame":{"x":"65536%","width":"65536%"}"#, "frame", nil),
            (#""text":"a","font":{"family":"a\u0007"}"#, "font", nil),
        ] as [(String, String, String?)] {
            let scene = Self.scene(#"{"tint":"blue"},\#(pane(content))"#)
            let reply = try await service.send(
                Self.post([.file("image", try wide(picture, member)), .field("scene", scene)])
            )
            #expect(reply.status == 422, "\(member)")
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/unrenderable-text")
            #expect(problem["pointer"] as? String == "/panes/1/contents/1/\(member)")
            #expect(problem["allowed"] as? String == allowed)
        }
    }

    /// A picture so wide that a hundredth of its width is many pixels.
    private func wide(_ picture: [UInt8], _ member: String) throws -> [UInt8] {
        guard member == "frame" else { return picture }
        return try TestPicture.made(PixelSize(width: 4_000, height: 1)) { _, _ in 0 }
    }

    @Test(
        .enabled(
            if: (try? TextRaster.identity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        ),
        arguments: Transport.allCases
    )
    func `says which text the fonts cannot draw`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        for (content, member, word) in [
            (#""text":"b","font":{"family":"No Such Font"}"#, "font", "No Such Font"),
            (#""text":"b\udbff\udffd""#, "text", "U+10FFFD"),
        ] {
            let fine = #"{"text":"a","color":"red"}"#
            let pane = #"{"tint":"blue","contents":[\#(fine),{\#(content),"color":"red"}]}"#
            let reply = try await service.send(
                Self.post([.file("image", picture), .field("scene", Self.scene(pane))])
            )
            #expect(reply.status == 422)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/unrenderable-text")
            #expect(problem["pointer"] as? String == "/panes/0/contents/1/\(member)")
            #expect((problem["detail"] as? String)?.contains(word) == true)
        }
    }

    @Test(
        .enabled(
            if: (try? TextRaster.identity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        )
    )
    func `says where in each scene the text of a shared rendering is`() async throws {
        // Planning takes less time than rendering, so the second request usually finds the first one's rendering.
        var joins = 0
        for _ in 0..<10 where joins == 0 { joins = try await joinsOfScenesWithText() }
        #expect(joins == 1)
    }

    /// Sends two scenes with the same plan at the same time; returns how many of them shared a rendering.
    private func joinsOfScenesWithText() async throws -> Int {
        let service = try TestService(.router) { $0.statedWorkers = 1 }
        let blocker = BusyWorker(service)
        try await blocker.begin()
        let picture = try TestPicture.make(width: 1_200, height: 900)
        let below = #"{"frame":{"width":8},"tint":"blue"}"#
        let text = #"{"frame":{"width":8},"contents":[{"text":"b\udbff\udffd","color":"red"}]}"#
        let aside = #"{"frame":{"x":8,"width":8},"tint":"red"}"#
        // The plan is the same, as what lies aside is put as low as it may.
        let scenes = ["\(below),\(aside),\(text)", "\(below),\(text),\(aside)"]
        let results = service.service.results
        async let one = service.send(
            Self.post([.file("image", picture), .field("scene", Self.scene(scenes[0]))])
        )
        try await eventually { service.service.pool.status.queued == 1 }
        async let other = service.send(
            Self.post([.file("image", picture), .field("scene", Self.scene(scenes[1]))])
        )
        try await eventually { service.service.pool.status.queued == 2 }
        blocker.end()
        #expect(try await one.problem()["pointer"] as? String == "/panes/2/contents/0/text")
        #expect(try await other.problem()["pointer"] as? String == "/panes/1/contents/0/text")
        return results.statistics.joins
    }

    @Test(
        .enabled(
            if: (try? TextRaster.identity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        )
    )
    func `tells that a text is shortened, also from the cache`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 200, height: 60)
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let long = String(repeating: "one two three four five six ", count: 9)
        // A line ends between any two of these, as between ideographs; the fonts for tests have none.
        let unspaced = String(repeating: "\u{1F030}\u{1F031}\u{1F032}", count: 60)
        for (text, warning) in [
            ("a", nil), ("\u{1F030}", nil), (long, "shortened-text"), (unspaced, "shortened-text"),
        ] {
            let pane = #"{"contents":[{"text":"\#(text)","color":"red"}]}"#
            let scene = Self.scene(pane, backdrop: Digest(of: picture))
            for _ in 0..<2 {
                let reply = try await service.send(
                    .post("/v1/render?format=png", Array(scene.utf8), Self.json)
                )
                #expect(reply.status == 200)
                #expect(reply["Frostpane-Warning"] ?? reply.trailer("Frostpane-Warning") == warning)
            }
        }
    }
}
