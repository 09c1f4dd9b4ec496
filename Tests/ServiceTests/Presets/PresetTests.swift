// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct PresetTests {
    private static let file = """
        # Styles of the site.
        [hero]
        filter = blur(2px) saturate(180%)
        format = png

        [card]
        blur=3
        quality = 70
        format = jpeg
        [plain]

        """

    private static func read(_ file: String = file, _ more: [String] = []) throws -> Configuration {
        try ConfigurationReaderTests.read(["--presets", "p"] + more, files: ["p": file])
    }

    private static func service(
        _ transport: Transport = .router,
        _ more: [String] = []
    ) throws -> TestService {
        let read = try read(file, more)
        return try TestService(transport) { $0.presets = read.presets }
    }

    // MARK: The file

    @Test
    func `reads names, and parameters without the escapes of addresses`() throws {
        let presets = try Self.read().presets
        #expect(presets.names == ["hero", "card", "plain"])
        #expect(
            presets.all[0].pairs
                == [
                    Presets.Pair(name: "filter", value: "blur(2px) saturate(180%)"),
                    Presets.Pair(name: "format", value: "png"),
                ]
        )
        #expect(presets.all[2].pairs.isEmpty)
    }

    @Test(
        arguments: [
            ("blur = 2\n", "line 1: a line '[name]' must come first"),
            ("[a]\nblur\n", "line 2: a line is '[name]' or 'parameter = value'"),
            ("[a b]\n", "line 1: a name has 1 to 32 letters, digits and -._, in brackets"),
            ("[a\n", "line 1: a name has 1 to 32 letters, digits and -._, in brackets"),
            ("[a]\n\n[a]\n", "line 3: an earlier preset has the same name"),
            ("[a]\nblur = 1001\n", "line 2: 'blur' takes a length such as 20"),
            ("[a]\nblurr = 2\n", "line 2: There is no parameter 'blurr'. Did you mean 'blur'?"),
            ("[a]\npreset = b\n", "line 2: There is no parameter 'preset'."),
            ("[a]\nblur = 2\n# again\nblur = 3\n", "line 4: 'blur' is given more than once."),
            ("[a]\nformat = png\nquality = 5\n[b]\n", "line 3: 'quality' has no effect in"),
        ]
    )
    func `reports faults at the start with their lines`(file: String, words: String) {
        let faults = ConfigurationReaderTests.faults(["--presets", "p"], files: ["p": file])
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("'p', \(words)") == true, "\(faults)")
    }

    @Test
    func `reports every fault of a file`() {
        let file = "[a]\nblur = x\nsaturate = x\n[b]\nedge = clamp\n"
        let faults = ConfigurationReaderTests.faults(["--presets", "p"], files: ["p": file])
        #expect(faults.count == 3)
    }

    @Test
    func `wants presets where nothing else is rendered`() {
        #expect(
            ConfigurationReaderTests.faults(["--presets-only"])
                == ["presets-only needs a file of presets (--presets)"]
        )
    }

    // MARK: Renderings

    @Test(arguments: Transport.allCases)
    func `renders a preset as its parameters written out`(transport: Transport) async throws {
        let service = try Self.service(transport)
        let picture = try TestPicture.make()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let path = "/v1/images/\(Digest(of: picture).hex)/render"
        let plain = try await service.send(
            .get("\(path)?filter=blur(2px)+saturate(180%25)&format=png")
        )
        let named = try await service.send(.get("\(path)?preset=hero"))
        #expect(named.status == 200)
        #expect(named["ETag"] == plain["ETag"])
        #expect(named.body == plain.body)
        #expect(named["Cache-Control"] == "public, max-age=3600")
        let sent = try await service.send(.post("/v1/render?preset=hero", picture))
        #expect(sent.body == plain.body)
        let form = Form([.file("image", picture), .field("preset", "hero")])
        let filled = try await service.send(
            .post("/v1/render/form", form.bytes, [("Content-Type", form.type)])
        )
        #expect(filled.body == plain.body)
        // A remembered answer names the preset as well.
        _ = try await service.send(.get("\(path)?preset=hero"))
        try await eventually {
            (try? service.log.lines.count { $0["preset"] == "hero" }) == 4
        }
    }

    @Test
    func `lets parameters override a preset, also those of a form`() async throws {
        let service = try Self.service()
        let picture = try TestPicture.make()
        let plain = try await service.send(
            .post("/v1/render?blur=5&quality=70&format=jpeg", picture)
        )
        for query in ["preset=card&blur=5", "blur=5&preset=card"] {
            let reply = try await service.send(.post("/v1/render?\(query)", picture))
            #expect(reply.body == plain.body)
        }
        let form = Form([.file("image", picture), .field("blur", "5")])
        let filled = try await service.send(
            .post("/v1/render?preset=card", form.bytes, [("Content-Type", form.type)])
        )
        #expect(filled.status == 200)
        #expect(filled.body == plain.body)
        let clash = try await service.send(
            .post("/v1/render?preset=card&material=systemMaterial", picture)
        )
        #expect(try clash.problem()["type"] as? String == "/problems/conflicting-parameters")
    }

    @Test(
        arguments: [
            ("preset=her", "malformed-parameter", "Did you mean 'hero'?"),
            ("preset=hero&preset=hero", "repeated-parameter", "'preset' is given more than once."),
            (
                "presett=hero", "unknown-parameter",
                "There is no parameter 'presett'. Did you mean 'preset'?"
            ),
        ]
    )
    func `names the presets that there are`(
        query: String,
        problem: String,
        words: String
    ) async throws {
        let service = try Self.service()
        let reply = try await service.send(.post("/v1/render?\(query)", try TestPicture.make()))
        #expect(reply.status == 400)
        #expect(try reply.problem()["type"] as? String == "/problems/\(problem)")
        #expect((try reply.problem()["detail"] as? String)?.hasSuffix(words) == true)
    }

    @Test
    func `lists presets, and names the one of a plan`() async throws {
        let service = try Self.service()
        let catalog = try await service.send(.get("/v1/presets")).json()
        #expect(catalog["only"] as? Bool == false)
        let presets = try #require(catalog["presets"] as? [[String: Any]])
        #expect(presets.compactMap { $0["name"] as? String } == ["hero", "card", "plain"])
        #expect(
            presets[0]["parameters"] as? [String]
                == ["filter=blur(2px) saturate(180%)", "format=png"]
        )
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let plan = "/v1/images/\(Digest(of: picture).hex)/plan"
        #expect(
            try await service.send(.get("\(plan)?preset=hero")).json()["preset"] as? String
                == "hero"
        )
        #expect(try await service.send(.get("\(plan)?blur=2")).json()["preset"] == nil)
    }

    // MARK: Nothing but presets

    @Test
    func `renders nothing but presets where the operator says so`() async throws {
        let service = try Self.service(.router, ["--presets-only"])
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let digest = Digest(of: picture).hex
        let form = Form([.file("image", picture), .field("preset", "card")])
        let types = [("Content-Type", form.type)]
        for call in [
            Call.get("/v1/images/\(digest)/render?preset=hero"),
            .get("/v1/images/\(digest)/plan?preset=hero"),
            .post("/v1/render?preset=hero", picture), .post("/v1/render/form", form.bytes, types),
        ] {
            #expect(try await service.send(call).status == 200, "\(call.target)")
        }
        let scene = Form([
            .file("image", picture), .field("scene", #"{"panes": []}"#), .field("preset", "card"),
        ])
        for call in [
            Call.get("/v1/images/\(digest)/render"), .get("/v1/images/\(digest)/render?blur=2"),
            .get("/v1/images/\(digest)/render?preset=hero&blur=2"),
            .post("/v1/render?preset=hero&quality=1", picture),
            .post("/v1/render/form?blur=2", form.bytes, types),
            .post("/v1/render/form", scene.bytes, [("Content-Type", scene.type)]),
            .post("/v1/render/scene", Array("{}".utf8)), .get("/v1/gallery/\(digest)"),
            .get("/v1/legibility?image=\(digest)"),
        ] {
            let reply = try await service.send(call)
            #expect(reply.status == 403, "\(call.target)")
            #expect(try reply.problem()["type"] as? String == "/problems/presets-only")
            #expect(try reply.problem()["allowed"] as? String == "hero, card, plain")
        }
    }

    @Test
    func `follows presets that were read again, also where the answer was remembered`()
        async throws
    {
        let service = try Self.service()
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/images/\(Digest(of: picture).hex)/render?preset=card"
        for _ in 0..<2 { _ = try await service.send(.get(target)) }
        let old = try await service.send(.get(target))
        let new = try Self.read("[card]\nblur = 9\nformat = png\n")
        #expect(service.service.reload(new))
        let reply = try await service.send(.get(target))
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["ETag"] != old["ETag"])
    }
}
