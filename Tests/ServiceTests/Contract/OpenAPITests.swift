// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import HTTPTypes
import Raster
import Store
import Testing
import Yams

@testable import Service

@Suite
struct OpenAPITests {
    private static let digest = String(repeating: "0", count: 64)
    private let contract: Contract

    init() throws { contract = try Contract() }

    @Test
    func `is embedded in the program as it stands`() throws {
        #expect(
            String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
                == (try Contract.file("openapi.yaml"))
        )
    }

    @Test
    func `is the same as JSON, in which each alias is a copy`() throws {
        let found = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.json.bytes))
        let expected = try #require(try Yams.load(yaml: try Contract.file("openapi.yaml")))
        #expect(try Contract.text(found) == Contract.text(expected))
    }

    @Test
    func `has one type of body for each operation, which no generator has to choose`() throws {
        for path in try contract.object("paths").keys {
            for (method, operation) in try contract.operations(path) {
                guard let body = try operation["requestBody"].map(contract.resolve) else {
                    continue
                }
                let content = try #require(body["content"] as? Contract.Object)
                #expect(content.count == 1, "\(method) \(path)")
            }
        }
    }

    @Test
    func `has nothing that generators of clients stumble over`() throws {
        let text = String(decoding: OpenAPIDocument.json.bytes, as: UTF8.self)
        for word in [#""const":"#, #""anyOf":"#, #""contentMediaType":"#] {
            #expect(!text.contains(word), "\(word)")
        }
        let schemas = try contract.object("components", "schemas")
        try expectObjects(in: schemas, at: "components.schemas")
        // Go has one name space for the constants of all enums.
        var names: [String] = []
        for schema in schemas.values.compactMap({ $0 as? Contract.Object }) {
            guard let words = schema["enum"] as? [String] else { continue }
            let stated = schema["x-enum-varnames"] as? [String]
            #expect(stated.map(\.count) ?? words.count == words.count)
            names += (stated ?? words.map(Self.constant))
        }
        #expect(Set(names).count == names.count)
    }

    /// The name that generators make of a word of an enum.
    private static func constant(_ word: String) -> String {
        word.replacing(/([a-z0-9])([A-Z])/) { "\($0.output.1)_\($0.output.2)" }.uppercased()
            .replacing(/[^A-Z0-9]/, with: "_")
    }

    /// Expects that alternatives are objects, never a number, a word or a list.
    private func expectObjects(in value: Any, at place: String) throws {
        if let list = value as? [Any] {
            for item in list { try expectObjects(in: item, at: place) }
        }
        guard let object = value as? Contract.Object else { return }
        for alternative in try (object["oneOf"] as? [Any] ?? []).map(contract.resolve) {
            #expect(alternative["type"] as? String == "object", "\(place)")
        }
        for (name, member) in object { try expectObjects(in: member, at: "\(place).\(name)") }
    }

    @Test
    func `states the version of the program`() throws {
        #expect(try contract.object("info")["version"] as? String == Version.current)
    }

    @Test
    func `has exactly the endpoints and methods of the program`() throws {
        let documented = try contract.object("paths")
        #expect(Set(documented.keys) == Set(Endpoint.all.map(\.row.template)))
        for path in documented.keys {
            let target = path.replacing("{digest}", with: Self.digest)
                .replacing("{problem}", with: "not-found")
                .replacing("{name}", with: LinkName.random().text)
                .replacing("{path}", with: "summer/sea.jpg")
                .replacing("{scene}", with: "card")
            let address = try #require(Router.standard.match(target[...])?.address)
            #expect(address.route.text == path)
            let methods = Set(address.methods.map(\.rawValue)).subtracting(["OPTIONS"])
            let operations = try contract.operations(path)
            #expect(Set(operations.keys) == methods)
            for row in address.rows {
                let operation = try #require(operations[row.method.rawValue])
                #expect(operation["summary"] as? String == row.summary, "\(path)")
            }
        }
    }

    @Test
    func `has one row for each method of an address`() {
        let rows = Endpoint.all.map { "\($0.row.method.rawValue) \($0.row.template)" }
        #expect(Set(rows).count == rows.count)
        #expect(Router.standard.probes == ["/healthz", "/readyz"])
    }

    @Test
    func `has a name of its own for each operation`() throws {
        var names: [String] = []
        for path in try contract.object("paths").keys {
            for operation in try contract.operations(path).values {
                names.append(try #require(operation["operationId"] as? String))
            }
        }
        #expect(Set(names).count == names.count)
    }

    @Test
    func `names the hints where they have a say`() throws {
        let hints = Traits.Trait.hints(Set(Traits.Trait.allCases))
        for path in try contract.object("paths").keys {
            for (method, operation) in try contract.operations(path) {
                let responses = try #require(operation["responses"] as? Contract.Object)
                let answer = try responses["200"].map(contract.resolve)
                let fields = answer?["headers"] as? Contract.Object ?? [:]
                let isLink = path == "/v1/links/{name}" && method != "DELETE"
                let isHinted: Bool =
                    [
                        "/v1/render", "/v1/render/form", "/v1/render/scene", "/v1/legibility",
                        "/v1/images/{digest}/render", "/v1/images/{digest}/plan",
                        "/v1/sources/{name}/{path}/render", "/v1/sources/{name}/{path}/plan",
                        "/v1/scenes/{scene}/render", "/v1/scenes/{scene}/plan",
                    ].contains(path) || isLink
                let stated =
                    operation["parameters"] == nil
                    ? [] : try contract.parameters(path, method, in: "header")
                #expect(
                    stated.filter { $0.hasPrefix("Sec-CH-") } == (isHinted ? hints : []),
                    "\(method) \(path)"
                )
                let isContract = path.contains("openapi") && method == "GET"
                let varies = isHinted || path.contains("gallery") || isContract
                #expect((fields["Vary"] != nil) == varies, "\(method) \(path)")
                if isHinted { #expect(fields["Accept-CH"] != nil, "\(method) \(path)") }
            }
        }
    }

    @Test
    func `lists each problem under the response with its status`() throws {
        var seen: Set<String> = []
        for path in try contract.object("paths").keys {
            for operation in try contract.operations(path).values {
                let responses = try #require(operation["responses"] as? Contract.Object)
                for (status, response) in responses {
                    for uri in try problems(of: try contract.resolve(response)) {
                        let type = try #require(ProblemType.allCases.first { $0.uri == uri })
                        #expect(String(type.status.code) == status, "\(path): \(uri)")
                        seen.insert(uri)
                    }
                }
            }
        }
        // These answer requests that belong to no operation.
        let homeless: Set<ProblemType> = [
            .methodNotAllowed, .versionNotSupported, .unknownHost,
        ]
        let expected = Set(ProblemType.allCases).subtracting(homeless).map(\.uri)
        #expect(seen == Set(expected))
    }

    @Test
    func `shows examples that the program would write`() throws {
        let responses = try contract.object("components", "responses")
        for (name, value) in responses {
            let content = try contract.resolve(value)["content"] as? Contract.Object
            let problem = content?["application/problem+json"] as? Contract.Object
            guard let example = problem?["example"] as? Contract.Object else { continue }
            let type = ProblemType.allCases.first { $0.uri == example["type"] as? String }
            #expect(example["title"] as? String == type?.title, "\(name)")
            #expect(example["status"] as? Int == type?.status.code, "\(name)")
        }
        let problem = Problem(ParameterError.outOfRange(.blur, value: "1001"))
        let badRequest = try contract.object(
            "components",
            "responses",
            "BadRequest",
            "content",
            "application/problem+json",
            "example"
        )
        #expect(badRequest["detail"] as? String == problem.detail)
        #expect(badRequest["allowed"] as? String == problem.allowed)
    }

    // MARK: Scenes

    /// The members of a schema of the contract.
    private func members(_ name: String) throws -> Set<String> {
        Set(try contract.object("components", "schemas", name, "properties").keys)
    }

    private func words(_ path: [String]) throws -> [String] {
        var schema = try contract.object("components", "schemas", path[0])
        for name in path.dropFirst() {
            let properties = try #require(schema["properties"] as? Contract.Object)
            schema = try contract.resolve(try #require(properties[name]))
        }
        return try #require(schema["enum"] as? [String])
    }

    @Test
    func `has exactly the members that scenes have`() throws {
        // An unknown member is refused with those that are known.
        for (schema, texts) in [
            ("Scene", [#"{"?":0}"#]), ("Canvas", [#"{"canvas":{"?":0}}"#]),
            (
                "Layer",
                [
                    #"{"layers":[{"text":"","?":0}]}"#, #"{"layers":[{"runs":[{}],"?":0}]}"#,
                    #"{"layers":[{"image":{},"?":0}]}"#, #"{"layers":[{"?":0}]}"#,
                ]
            ),
            ("SceneFrame", [#"{"layers":[{"frame":{"?":0}}]}"#]),
            ("Border", [#"{"layers":[{"border":{"?":0}}]}"#]),
            ("BoxShadow", [#"{"layers":[{"boxShadow":[{"?":0}]}]}"#]),
            ("KeptImage", [#"{"backdrop":{"?":0}}"#]), ("Geometry", [#"{"geometry":{"?":0}}"#]),
            ("TextRun", [#"{"layers":[{"runs":[{"text":"","?":0}]}]}"#]),
        ] {
            let known = texts.reduce(into: Set<String>()) { $0.formUnion(Self.members(of: $1)) }
            #expect(try members(schema) == known, "\(schema)")
        }
    }

    /// The members that are known where a scene has one that is not.
    private static func members(of text: String) -> [String] {
        do throws(SceneFault) {
            _ = try SceneReader.read(Array(text.utf8))
            Issue.record("\(text) is read")
            return []
        } catch {
            return Problem(error).allowed?.split(separator: ", ").map(String.init) ?? []
        }
    }

    @Test
    func `has exactly the words and limits of scenes`() throws {
        #expect(try words(["Layer", "blend"]) == BlendMode.allCases.map(\.rawValue))
        #expect(try words(["Layer", "kernel"]) == BlurKernel.allCases.map(\.rawValue))
        let edges = EdgeMode.allCases.filter { $0 != .expand }
        #expect(try words(["Layer", "edge"]) == edges.map(\.rawValue))
        #expect(try words(["Vibrancy"]) == VibrancyStyle.allCases.map(\.rawValue))
        #expect(try words(["Layer", "mode"]) == PictureForm.Mode.allCases.map(\.rawValue))
        #expect(try words(["Layer", "alignment"]) == TextForm.Alignment.allCases.map(\.rawValue))
        #expect(try words(["Layer", "wrapping"]) == TextForm.Wrapping.allCases.map(\.rawValue))
        for schema in ["Scene", "Layer"] {
            #expect(
                try words([schema, "direction"]) == TextForm.Direction.allCases.map(\.rawValue)
            )
            let schemas = try contract.object("components", "schemas", schema, "properties")
            let layers = schemas["layers"] as? Contract.Object
            #expect(layers?["maxItems"] as? Int == SceneLimits.layers)
        }
        let points = try contract.object("components", "schemas", "Points")
        // None counts as absent.
        #expect(points["minItems"] == nil)
        #expect(points["maxItems"] as? Int == SceneLimits.points.upperBound)
    }

    @Test
    func `shows a scene that can be laid on a picture`() throws {
        let schema = try contract.object("components", "schemas", "Scene")
        let examples = try #require(schema["examples"] as? [Any])
        let scene = try JSONSerialization.data(withJSONObject: examples[0])
        let document = try SceneReader.read([UInt8](scene))
        let plan = try document.scene.plan(
            size: PixelSize(width: 640, height: 480),
            traits: Traits()
        )
        #expect(plan.steps.count == 1)
    }

    private func problems(of response: Contract.Object) throws -> [String] {
        response["x-problem-types"] as? [String] ?? []
    }
}
