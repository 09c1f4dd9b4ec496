// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store
import TestSupport
import Testing

@testable import Service

extension SceneRouteTests {
    /// Every way to be refused for more than the text itself.
    @Test(
        arguments: Transport.allCases,
        [
            ("{", "malformed-scene", "", "Line 1, column 2: the text ends too early."),
            (
                #"{"panes":[]}"#, "invalid-scene", "",
                "A scene on an image has at least one layer."
            ),
            (
                #"{"panes":[{"filter":"sepia(1)","contents":[{"text":"a","vibrancy":"label"}]}]}"#,
                "invalid-scene", "/panes/0/contents/0/vibrancy",
                "Vibrancy takes its color from a material, and there is none beneath this layer, or it "
                    + "is drawn apart."
            ),
            (
                #"{"panes":[{"frame":{"x":64},"filter":"sepia(1)"}]}"#, "invalid-scene",
                "/panes/0/frame", "It lies outside of the image of 64 × 48 pixels."
            ),
            (
                #"{"panes":[{"filter":"sepia(1)","mask":{"part":"a"}}]}"#, "invalid-scene",
                "/panes/0/mask/part", "The form has no file 'a'."
            ),
            (
                #"{"panes":[{"filter":"sepia(1)"}],"contents":[]}"#, "invalid-scene", "/contents",
                "It is the same as 'panes': write one of them."
            ),
            (
                #"{"panes":[{"tint":"red","group":"a"},{"tint":"red"},{"tint":"red","group":"a"}]}"#,
                "invalid-scene", "/panes/2/group",
                "Another layer lies between this one and the rest of its group 'a': the layers of a "
                    + "group share the backdrop of the first one, so they must be consecutive."
            ),
        ]
    )
    func `refuses a scene, with the place and the reason`(
        transport: Transport,
        refusal: (text: String, type: String, pointer: String, detail: String)
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let reply = try await service.send(
            Self.post([.file("image", picture), .field("scene", refusal.text)])
        )
        #expect(reply.status == 400)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/\(refusal.type)")
        #expect(problem["pointer"] as? String == refusal.pointer)
        #expect(problem["detail"] as? String == refusal.detail)
    }

    @Test(arguments: Transport.allCases)
    func `says which kept picture is missing`(transport: Transport) async throws {
        let service = try TestService(transport)
        let digest = Digest(of: [9]).hex
        let picture = try TestPicture.png()
        for (text, pointer, hasImage) in [
            (
                #"{"backdrop":{"digest":"\#(digest)"},"panes":[\#(Self.negative)]}"#,
                "/backdrop/digest", false
            ),
            (
                #"{"panes":[{"tint":"red","mask":{"digest":"\#(digest)"}}]}"#,
                "/panes/0/mask/digest", true
            ),
            (
                #"{"panes":[{"contents":[{"image":{"digest":"\#(digest)"}}]}]}"#,
                "/panes/0/contents/0/image/digest", true
            ),
        ] {
            let image: [Form.Part] = hasImage ? [.file("image", picture)] : []
            let reply = try await service.send(Self.post(image + [.field("scene", text)]))
            #expect(reply.status == (hasImage ? 422 : 404))
            let problem = try reply.problem()
            let type = hasImage ? "picture-not-kept" : "image-not-found"
            #expect(problem["type"] as? String == "/problems/\(type)")
            #expect(problem["pointer"] as? String == pointer)
            #expect(problem["value"] as? String == digest)
        }
    }

    @Test
    func `refuses a scene without a picture, and one with two`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let scene = Self.scene(Self.negative)
        let named = Self.scene(Self.negative, backdrop: Digest(of: picture))
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        for call in [
            Self.post([.field("scene", scene)]),
            .post("/v1/render", Array(scene.utf8), Self.json),
            Self.post([.field("scene", named), .file("image", picture)]),
        ] {
            let problem = try await service.send(call).problem()
            #expect(problem["type"] as? String == "/problems/invalid-scene")
            #expect(problem["pointer"] as? String == "/backdrop")
        }
    }

    @Test(arguments: ["blur=3", "saturate=2", "material=light"])
    func `refuses an effect beside a scene`(parameter: String) async throws {
        let service = try TestService(.router)
        let scene = Self.scene(Self.negative)
        let picture = try TestPicture.png()
        for call in [
            Self.post([.field("scene", scene), .file("image", picture)], "?\(parameter)"),
            .post("/v1/render?\(parameter)", Array(scene.utf8), Self.json),
        ] {
            let reply = try await service.send(call)
            #expect(reply.status == 400)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/conflicting-parameters")
            #expect(problem["parameter"] as? String == String(parameter.prefix { $0 != "=" }))
        }
    }

    @Test
    func `refuses files that no scene uses`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let alone = try await service.send(
            Self.post([.file("image", picture), .file("logo", picture)])
        )
        let problem = try alone.problem()
        #expect(problem["type"] as? String == "/problems/unknown-parameter")
        #expect(problem["parameter"] as? String == "logo")
        let unused = try await service.send(
            Self.post([
                .file("image", picture), .file("logo", picture),
                .field("scene", Self.scene(Self.negative)),
            ])
        )
        #expect(
            try unused.problem()["detail"] as? String
                == "The scene does not use the form's file 'logo'."
        )
    }

    @Test
    func `takes as many files as its limit`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        func send(_ count: Int) async throws -> Reply {
            let contents = (0..<count).map { #"{"image":{"part":"f\#($0)"},"frame":{"width":9}}"# }
            let pane = "{\"contents\":[\(contents.joined(separator: ","))]}"
            let files = (0..<count).map { Form.Part.file("f\($0)", picture) }
            return try await service.send(
                Self.post(files + [.file("image", picture), .field("scene", Self.scene(pane))])
            )
        }
        #expect(try await send(FormReceiver.fileLimit).status == 200)
        let problem = try await send(FormReceiver.fileLimit + 1).problem()
        #expect(problem["type"] as? String == "/problems/malformed-form")
        #expect(problem["detail"] as? String == "There are more than 16 files besides the image.")
    }

    @Test
    func `takes as long a scene as its limit`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let text = Self.scene(Self.negative, backdrop: Digest(of: picture))
        let longest =
            text + String(repeating: " ", count: SceneReader.lengthLimit - text.utf8.count)
        for (text, status) in [(longest, 200), (longest + " ", 413)] {
            let json = try await service.send(
                .post("/v1/render", Array(text.utf8), Self.json)
            )
            #expect(json.status == status)
            #expect(try await service.send(Self.post([.field("scene", text)])).status == status)
        }
    }

    /// The second form is refused because of what is known from the first.
    @Test
    func `says which file of a form is damaged in its pixels`() async throws {
        let service = try TestService(.router)
        let (picture, photo) = (
            try TestPicture.png(), try TestPicture.make(width: 300, height: 200)
        )
        let torn = Array(photo.prefix(photo.count * 2 / 3))
        for name in ["logo", "photo"] {
            let reply = try await service.send(
                Self.post([
                    .file("image", picture), .file(name, torn),
                    .field("scene", Self.scene(#"{"contents":[{"image":{"part":"\#(name)"}}]}"#)),
                ])
            )
            #expect(reply.status == 422)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/damaged-image")
            #expect(problem["parameter"] as? String == name)
        }
    }

    @Test
    func `says which file of a form is no picture`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let pane = #"{"contents":[{"image":{"part":"logo"}}]}"#
        for (file, status, type) in [
            (Array("no picture at all, just text".utf8), 415, "unsupported-media-type"),
            ([], 400, "missing-image"), (Array(picture.prefix(60)), 422, "damaged-image"),
            (try TestPicture.bomb(), 422, "image-too-large"),
        ] {
            let reply = try await service.send(
                Self.post([
                    .file("image", picture), .file("logo", file), .field("scene", Self.scene(pane)),
                ])
            )
            #expect(reply.status == status)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/\(type)")
            #expect(problem["parameter"] as? String == "logo")
        }
    }

    @Test
    func `keeps no scenes`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/images", Array(Self.scene(Self.negative).utf8), Self.json)
        )
        #expect(reply.status == 415)
        let form = Form([.file("image", try TestPicture.png()), .field("scene", "{}")])
        let problem = try await service.send(
            .post("/v1/images", form.bytes, [("Content-Type", form.type)])
        ).problem()
        #expect(problem["parameter"] as? String == "scene")
    }
}
