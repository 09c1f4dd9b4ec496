// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

/// The geometry that a scene states.
extension GeometryRouteTests {
    @Test
    func `answers the open questions of scenes`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            try scene(
                #"{"trim":0,"width":20,"height":20,"fit":"cover","focus":"attention"}"#
            )
        )
        #expect(reply.status == 200)
        #expect(try size(reply) == [20, 20])
    }

    private func scene(_ geometry: String) throws -> Call {
        let panes = #"[{"frame":{"x":"50%"},"filter":"saturate(0)"}]"#
        let form = Form([
            .file("image", try TestPicture.png()),
            .field("scene", #"{"geometry":\#(geometry),"panes":\#(panes)}"#),
        ])
        return .post("/v1/render?format=png", form.bytes, [("Content-Type", form.type)])
    }

    @Test
    func `lays scenes on the geometry that they state`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            try scene(
                #"{"width":20,"height":"20px","fit":"cover","position":"left","flip":"h"}"#
            )
        )
        #expect(reply.status == 200)
        #expect(try size(reply) == [20, 20])
        let short = try await service.send(
            .post(
                "/v1/render?format=png&width=20&height=20&fit=cover&position=left&flip=h"
                    + "&saturate=0&region=50%25,0,100%25,100%25",
                try TestPicture.png()
            )
        )
        #expect(reply.body == short.body)
    }

    @Test(arguments: [
        (#"{"width":0}"#, "/geometry/width"), (#"{"fit":"cover"}"#, "/geometry/fit"),
        (#"{"width":9,"height":9,"fit":"crop"}"#, "/geometry/fit"),
        (#"{"rotate":"north"}"#, "/geometry/rotate"), (#"{"crop":{"x":1}}"#, "/geometry/crop"),
        (#"{"crop":{"x":60,"width":9,"height":9}}"#, "/geometry/crop"),
        (
            #"{"width":9,"height":9,"pad":"backdrop","backdropFilter":"blur(x)"}"#,
            "/geometry/backdropFilter"
        ),
        (#"{"width":9,"height":9,"caps":{"left":40,"right":"50%"}}"#, "/geometry/caps"),
        (#"{"zoom":2}"#, "/geometry/zoom"),
    ])
    func `points to what is wrong with the geometry of a scene`(
        geometry: String,
        pointer: String
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(try scene(geometry))
        #expect(reply.status == 422 || reply.status == 400)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains(#""pointer":"\#(pointer)""#), "\(text)")
    }

    @Test
    func `refuses parameters beside the geometry of a scene`() async throws {
        let service = try TestService(.router)
        let form = Form([
            .file("image", try TestPicture.png()),
            .field("scene", #"{"panes":[{"filter":"saturate(0)"}]}"#),
        ])
        let reply = try await service.send(
            .post("/v1/render?width=9", form.bytes, [("Content-Type", form.type)])
        )
        #expect(reply.status == 400)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("set the scene's 'geometry'"))
    }
}
