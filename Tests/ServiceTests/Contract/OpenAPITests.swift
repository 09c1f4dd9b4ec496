// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import HTTPTypes
import Raster
import Store
import Testing

@testable import Service

@Suite
struct OpenAPITests {
    private static let digest = String(repeating: "0", count: 64)
    private let contract: Contract

    init() throws {
        contract = try Contract()
    }

    @Test
    func `is embedded in the program as it stands`() throws {
        #expect(
            String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
                == (try Contract.file("openapi.yaml"))
        )
    }

    @Test
    func `states the version of the program`() throws {
        #expect(try contract.object("info")["version"] as? String == Version.current)
    }

    @Test
    func `has exactly the routes and methods of the program`() throws {
        let digest = try #require(Digest(hex: Self.digest))
        let routes: [Route] = [
            .index, .health, .readiness, .contract, .filters, .materials, .vibrancies, .render,
            .images, .image(digest), .renderedImage(digest), .gallery(digest), .legibility,
        ]
        let documented = try contract.object("paths")
        #expect(Set(documented.keys) == Set(routes.map(\.template)))
        for path in documented.keys {
            let target = path.replacing("{digest}", with: Self.digest)
            let route = try #require(Route(path: target))
            #expect(route.template == path)
            let methods = Set(route.methods.map(\.rawValue)).subtracting(["OPTIONS"])
            #expect(Set(try contract.operations(path).keys) == methods)
        }
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

    /// The names of an operation's parameters of a kind.
    private func parameters(_ path: String, _ method: String, in place: String) throws -> [String] {
        let operation = try #require(try contract.operations(path)[method])
        let parameters = try #require(operation["parameters"] as? [Any]).map(contract.resolve)
        return parameters.filter { $0["in"] as? String == place }
            .compactMap { $0["name"] as? String }
    }

    @Test
    func `has exactly the parameters of the program`() throws {
        let all = RenderParameter.table
        let names = try parameters("/v1/render", "POST", in: "query")
        #expect(names == all.map(\.name))
        // Its address would lead back to the original.
        let kept = all.filter { $0 != .redact }.map(\.name)
        let measured = all.filter { ImageService.isOfLegibility($0) }.map(\.name)
        let sheet = all.filter { ImageService.isOfGallery($0) }.map(\.name)
        for method in ["GET", "HEAD"] {
            let render = try parameters("/v1/images/{digest}/render", method, in: "query")
            #expect(render == kept)
            let legibility = try parameters("/v1/legibility", method, in: "query")
            #expect(legibility == ["image"] + measured)
            let gallery = try parameters("/v1/gallery/{digest}", method, in: "query")
            #expect(gallery == sheet)
        }
        #expect(try parameters("/v1/legibility", "POST", in: "query") == measured)
    }

    @Test
    func `names the hints where they have a say`() throws {
        let hints = Traits.Trait.hints(Set(Traits.Trait.allCases))
        for path in try contract.object("paths").keys {
            for (method, operation) in try contract.operations(path) {
                let responses = try #require(operation["responses"] as? Contract.Object)
                let answer = try responses["200"].map(contract.resolve)
                let fields = answer?["headers"] as? Contract.Object ?? [:]
                let isHinted: Bool =
                    ["/v1/render", "/v1/images/{digest}/render", "/v1/legibility"].contains(path)
                let stated =
                    operation["parameters"] == nil
                    ? [] : try parameters(path, method, in: "header")
                #expect(
                    stated.filter { $0.hasPrefix("Sec-CH-") } == (isHinted ? hints : []),
                    "\(method) \(path)"
                )
                #expect((fields["Vary"] != nil) == (isHinted || path.contains("gallery")))
                if isHinted { #expect(fields["Accept-CH"] != nil, "\(method) \(path)") }
            }
        }
    }

    @Test
    func `has exactly the parameters of the program as fields of the form`() throws {
        let properties = try contract.object("components", "schemas", "RenderForm", "properties")
        let names = Set(RenderParameter.table.map(\.name))
        #expect(
            Set(properties.keys)
                == names.union([FormReceiver.imageName, FormReceiver.sceneName])
        )
        for name in names {
            #expect("\(try #require(properties[name]))" == "\(try reference(of: name))")
        }
        let image = try contract.object("components", "schemas", "ImageForm", "properties")
        #expect(Set(image.keys) == [FormReceiver.imageName])
    }

    @Test(arguments: RenderParameter.table)
    func `states the kind, range and default of each parameter`(row: RenderParameter) throws {
        let schema = try contract.resolve(try reference(of: row.name))
        if let stated = schema["default"] as? [String] {
            // A parameter that may repeat is a list, of which the default is none.
            #expect(stated.isEmpty && row.mayRepeat)
        } else {
            #expect("\(try #require(schema["default"]))" == row.defaultValue)
        }
        switch row.kind {
        case .number(let range):
            #expect(schema["type"] as? String == "number")
            #expect(schema["minimum"] as? Int == Int(range.lowerBound))
            #expect(schema["maximum"] as? Int == Int(range.upperBound))
        case .numberOrWord(let range, let word):
            let choices = try #require(schema["oneOf"] as? [Contract.Object])
            #expect(choices[0]["type"] as? String == "number")
            #expect(choices[0]["minimum"] as? Int == Int(range.lowerBound))
            #expect(choices[0]["maximum"] as? Int == Int(range.upperBound))
            #expect(choices[1]["const"] as? String == word)
        case .integer(let range, let word):
            let choices = schema["oneOf"] as? [Contract.Object] ?? [schema]
            #expect(choices[0]["type"] as? String == "integer")
            #expect(choices[0]["minimum"] as? Int == range.lowerBound)
            #expect(choices[0]["maximum"] as? Int == range.upperBound)
            #expect(choices.dropFirst().first?["const"] as? String == word)
        case .choice(let words):
            #expect(schema["enum"] as? [String] == words)
        case .name(let names, let word, _):
            #expect(schema["enum"] as? [String] == [word, RenderParameter.automatic] + names)
        case .flag:
            #expect(schema["enum"] as? [String] == ["0", "1", "true", "false"])
        case .filterList:
            #expect(schema["type"] as? String == "string")
            #expect(schema["maxLength"] as? Int == row.lengthLimit)
        case .color, .colorOrWord:
            let choices = schema["oneOf"] as? [Contract.Object] ?? [schema]
            if case .colorOrWord(let word) = row.kind {
                #expect(choices.dropFirst().first?["const"] as? String == word)
            }
            let schema = try contract.resolve(choices[0])
            let pattern = try Regex(try #require(schema["pattern"] as? String))
            for name in Color.basicNames.keys { #expect(name.wholeMatch(of: pattern) != nil) }
            for good in ["fff", "#fff", "102030", "#aBcDeF"] {
                #expect(good.wholeMatch(of: pattern) != nil)
            }
            for bad in ["", "ff", "#", "##fff", "fffff", "pink"] {
                #expect(bad.wholeMatch(of: pattern) == nil)
            }
        case .length:
            try expect(
                schema,
                allows: ["0", "24", "1.5pt", "50%"],
                refuses: ["", "-1", ".5", "1em"]
            )
        case .region:
            try expect(
                row.mayRepeat ? try #require(schema["items"] as? Contract.Object) : schema,
                allows: ["none", "1,2,3,4", "-1px,2.5pt,30%,4"],
                refuses: ["", "1,2,3", "1,2,3,4,5", "1, 2, 3, 4", "1,2,3,4em"]
            )
        case .digest:
            try expect(
                schema,
                allows: ["none", Self.digest],
                refuses: ["", "0", "\(Self.digest)0"]
            )
        }
    }

    /// Holds the pattern of a schema against texts.
    private func expect(
        _ schema: Contract.Object,
        allows good: [String],
        refuses bad: [String]
    ) throws {
        let pattern = try Regex(try #require(schema["pattern"] as? String))
        for text in good { #expect(text.wholeMatch(of: pattern) != nil, "\(text)") }
        for text in bad { #expect(text.wholeMatch(of: pattern) == nil, "\(text)") }
    }

    @Test
    func `lists exactly the problems of the program`() throws {
        let schema = try contract.object("components", "schemas", "ProblemType")
        #expect(schema["enum"] as? [String] == ProblemType.allCases.map(\.uri))
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
        let homeless: Set<ProblemType> = [.methodNotAllowed, .versionNotSupported]
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
        for (schema, text) in [
            ("Scene", #"{"?":0}"#), ("Pane", #"{"panes":[{"?":0}]}"#),
            ("Frame", #"{"panes":[{"frame":{"?":0}}]}"#),
            ("KeptImage", #"{"backdrop":{"?":0}}"#),
            ("TextContent", #"{"panes":[{"contents":[{"text":"","?":0}]}]}"#),
            ("ImageContent", #"{"panes":[{"contents":[{"image":{},"?":0}]}]}"#),
            ("ShapeContent", #"{"panes":[{"contents":[{"shape":"ellipse","?":0}]}]}"#),
        ] {
            do throws(SceneFault) {
                _ = try SceneReader.read(Array(text.utf8))
                Issue.record("\(text) is read")
            } catch {
                let known = Problem(error).allowed?.split(separator: ", ").map(String.init)
                #expect(try members(schema) == Set(known ?? []), "\(schema)")
            }
        }
    }

    @Test
    func `has exactly the words and limits of scenes`() throws {
        #expect(try words(["Pane", "blend"]) == BlendMode.allCases.map(\.rawValue))
        #expect(try words(["Pane", "kernel"]) == BlurKernel.allCases.map(\.rawValue))
        #expect(
            try words(["Pane", "edge"])
                == EdgeMode.allCases.filter { $0 != .expand }.map(\.rawValue)
        )
        #expect(try words(["Vibrancy"]) == VibrancyStyle.allCases.map(\.rawValue))
        #expect(try words(["ImageContent", "mode"]) == PictureForm.Mode.allCases.map(\.rawValue))
        #expect(
            try words(["TextContent", "alignment"]) == TextForm.Alignment.allCases.map(\.rawValue)
        )
        #expect(
            try words(["TextContent", "position"]) == TextForm.Position.allCases.map(\.rawValue)
        )
        #expect(
            try words(["TextContent", "wrapping"]) == TextForm.Wrapping.allCases.map(\.rawValue)
        )
        for schema in ["Scene", "TextContent"] {
            #expect(
                try words([schema, "direction"]) == TextForm.Direction.allCases.map(\.rawValue)
            )
        }
        let panes = try contract.object("components", "schemas", "Scene", "properties", "panes")
        #expect(panes["maxItems"] as? Int == SceneLimits.panes)
        let points = try contract.object("components", "schemas", "Points")
        #expect(points["minItems"] as? Int == SceneLimits.points.lowerBound)
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

    /// The schema of a parameter, as a reference.
    private func reference(of name: String) throws -> Any {
        let component = name.split(separator: "-")
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let parameter = try contract.object("components", "parameters", component)
        #expect(parameter["name"] as? String == name)
        return try #require(parameter["schema"])
    }

    private func problems(of response: Contract.Object) throws -> [String] {
        let content = response["content"] as? Contract.Object
        let body = content?["application/problem+json"] as? Contract.Object
        let schema = body?["schema"] as? Contract.Object
        let parts = schema?["allOf"] as? [Contract.Object] ?? []
        return parts.flatMap { part in
            let type = (part["properties"] as? Contract.Object)?["type"] as? Contract.Object
            return type?["enum"] as? [String] ?? []
        }
    }
}
