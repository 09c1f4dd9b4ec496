// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@testable import Service

extension LinkRouteTests {
    @Test(
        arguments: [
            ("", "malformed", nil), ("[]", "takes an object", nil),
            ("{}", "The member 'image' is missing.", nil),
            (#"{"image": "x"}"#, "SHA-256 of a stored image", "/image"),
            (#"{"image": "D", "parameter": {}}"#, "Did you mean 'parameters'?", "/parameter"),
            (#"{"image": "D", "parameters": []}"#, "an object of parameters", "/parameters"),
            (
                #"{"image": "D", "parameters": {"blur": null}}"#, "a text, a number",
                "/parameters/blur"
            ),
            (#"{"image": "D", "parameters": {"region": [[]]}}"#, "a text", "/parameters/region/0"),
            (#"{"image": "D", "expires": 5}"#, "a time within a hundred years", "/expires"),
            (
                #"{"image": "D", "expires": 9223372036854774784}"#,
                "a time within a hundred years", "/expires"
            ),
            (
                #"{"image": "D", "expires": "tomorrow"}"#, "a time within a hundred years",
                "/expires"
            ),
        ]
    )
    func `refuses descriptions by the rule that they break`(
        text: String,
        words: String,
        pointer: String?
    ) async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let reply = try await Self.make(
            text.replacing("\"D\"", with: "\"\(digest.hex)\""),
            in: service
        )
        #expect(reply.status == 400)
        guard !text.isEmpty else { return }
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/invalid-link")
        #expect(reply.text.contains(words), "\(reply.text)")
        if let pointer { #expect(problem["pointer"] as? String == pointer) }
    }

    @Test
    func `refuses what could not be rendered when the link is made`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        for (parameters, status, type) in [
            (#"{"blur": 1001}"#, 400, "parameter-out-of-range"),
            (#"{"blurr": 2}"#, 400, "unknown-parameter"),
            (#"{"region": "1000,1000,5,5", "blur": 2}"#, 400, "parameter-out-of-range"),
            (
                #"{"blur": 2, "mask": "\#(String(repeating: "0", count: 64))"}"#, 422,
                "picture-not-kept"
            ),
        ] {
            let reply = try await Self.make(
                #"{"image": "\#(digest.hex)", "parameters": \#(parameters)}"#,
                in: service
            )
            #expect(reply.status == status)
            #expect(try reply.problem()["type"] as? String == "/problems/\(type)", "\(parameters)")
        }
        let absent = #"{"image": "\#(String(repeating: "0", count: 64))"}"#
        let reply = try await Self.make(absent, in: service)
        #expect(reply.status == 422)
        #expect(try reply.problem()["pointer"] as? String == "/image")
    }

    @Test
    func `keeps the parameters of a preset as they were when the link was made`() async throws {
        let files = ["p": "[hero]\nblur = 2\nformat = png\n"]
        let presets = try ConfigurationReaderTests.read(["--presets", "p"], files: files).presets
        let service = try TestService(.router) {
            $0.presets = presets
            $0.presets.isExclusive = true
        }
        let digest = try await Self.keep(in: service)
        let other = try await Self.make(
            #"{"image": "\#(digest.hex)", "parameters": {"blur": 2}}"#,
            in: service
        )
        #expect(other.status == 403)
        let address = try await Self.link(
            #"{"image": "\#(digest.hex)", "parameters": {"preset": "hero"}}"#,
            in: service
        )
        #expect(service.service.reload(Configuration()))
        let shown = try await service.send(.get(address))
        #expect(shown.status == 200)
        #expect(shown["Content-Type"] == "image/png")
    }
}
