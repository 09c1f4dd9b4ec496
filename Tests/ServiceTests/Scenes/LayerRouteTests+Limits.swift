// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

/// What layers must not do, and what is refused instead.
extension LayerRouteTests {
    /// A layer in frames in frames, each with the same members.
    private static func nested(_ frame: String, around inner: String) -> String {
        (0..<7).reduce(inner) { inner, _ in
            #"{"frame": \#(frame), "overflow": "visible", "layers": [\#(inner)]}"#
        }
    }

    @Test(arguments: [
        nested(
            #"{"width": "65536%", "height": "65536%"}"#,
            around: #"{"background": "linear-gradient(red, blue)"}"#
        ),
        nested(
            #"{"x": "-32731%", "width": "65536%"}"#,
            around:
                #"{"shape": "polygon", "points": [[0, 0], ["100%", 0], [0, "100%"]], "color": "red"}"#
        ),
    ])
    func `refuses edges that percentages of percentages move far away`(layer: String) async throws {
        let service = try TestService(.router)
        let text = #"{"canvas": {"width": 1000, "height": 1000}, "layers": [\#(layer)]}"#
        let reply = try await service.send(Self.post(text))
        #expect(reply.status == 400)
        #expect(try reply.problem()["pointer"] as? String == "/layers/0/layers/0/frame")
    }

    @Test(arguments: [
        (#"{"invert": true, "border": "4px solid red"}"#, "/layers/0"),
        (#"{"invert": true, "tint": "red", "boxShadow": "0 0 4px black"}"#, "/layers/0"),
        (
            #"{"filter": "blur(2px)", "boxShadow": "0 0 4px black", "blend": "multiply"}"#,
            "/layers/0/boxShadow"
        ),
        (
            #"{"filter": "blur(2px)", "boxShadow": "0 0 4px black", "group": "a"}"#,
            "/layers/0/boxShadow"
        ),
        (
            #"{"filter": "blur(2px)", "overflow": "visible", "layers": [{"background": "red"}]}"#,
            "/layers/0/overflow"
        ),
        (
            #"{"shape": "polygon", "points": [[0, 0], [9, 0], [0, 9]], "border": "50px solid red"}"#,
            "/layers/0/border"
        ),
        (
            #"""
            {"material": "light", "layers": [
            {"shape": "ellipse", "vibrancy": "fill", "blend": "difference"}]}
            """#,
            "/layers/0/layers/0/blend"
        ),
    ])
    func `refuses what would be drawn otherwise than stated`(
        layer: String,
        place: String
    ) async throws {
        let service = try TestService(.router)
        let text = #"{"canvas": {"width": 40, "height": 40}, "layers": [\#(layer)]}"#
        let reply = try await service.send(Self.post(text))
        #expect(reply.status == 400, "\(layer)")
        #expect(try reply.problem()["pointer"] as? String == place, "\(reply.text)")
    }

    @Test func `a mode that clears is cut by the layers around it`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas": {"width": 100, "height": 100, "background": "red"}, "layers": [
            {"background": "lime"},
            {"frame": {"width": 50}, "layers": [{"frame": {"width": 100}, "blend": "source-in", "layers": [
            {"frame": {"width": 20, "height": 20}, "background": "blue"}]}]}]}
            """#
        )
        #expect(picture.rgba(10, 10) == [0, 0, 65_535, 65_535])
        #expect(picture.rgba(40, 40)[3] == 0)
        #expect(picture.rgba(70, 70) == [0, 65_535, 0, 65_535])
    }
}
