// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Testing
import Yams

@testable import Service

/// Holds openapi.yaml to the rows of the program, and prints the lines that it lacks.
@Suite
struct OpenAPIRowsTests {
    private static let digest = String(repeating: "0", count: 64)
    private let contract: Contract

    init() throws {
        contract = try Contract()
    }

    @Test(arguments: RenderParameter.placeholderTable)
    func `has each parameter of placeholders with the values and the default of its row`(
        row: RenderParameter
    ) throws {
        let text = OpenAPIText(row: row)
        let parameter = try contract.object("components", "parameters", text.component)
        #expect(parameter["name"] as? String == row.name)
        let members = try #require(try Yams.load(yaml: text.members.joined(separator: "\n")))
        let schema = try contract.resolve(try #require(parameter["schema"]))
        #expect(Contract.holds(schema, try contract.resolve(members)), "\(text.everything)")
    }

    // All rows in one test: reading openapi.yaml takes longer than all of the comparisons.
    @Test
    func `has each parameter with the values and the default of its row`() throws {
        let parameters = try contract.object("components", "parameters")
        let fields = try contract.object("components", "schemas", "RenderForm", "properties")
        for row in RenderParameter.table {
            let text = OpenAPIText(row: row)
            guard parameters[text.component] != nil, fields[row.name] != nil else {
                Issue.record("openapi.yaml lacks '\(row.name)'; it takes:\n\(text.everything)")
                continue
            }
            let parameter = try contract.object("components", "parameters", text.component)
            #expect(parameter["name"] as? String == row.name)
            let schema = try #require(parameter["schema"])
            let field = try #require(fields[row.name])
            #expect(try Contract.text(schema) == Contract.text(field), "\(row.name)")
            let members = try #require(try Yams.load(yaml: text.members.joined(separator: "\n")))
            #expect(
                Contract.holds(try contract.resolve(schema), try contract.resolve(members)),
                "openapi.yaml, components.schemas:\n\(text.schema)"
            )
        }
    }

    @Test
    func `lists the parameters that each operation takes`() throws {
        let all = RenderParameter.table
        let preset = [PresetParameter.name]
        try expect(all, "/v1/render", "POST", before: preset)
        try expect(all.filter(\.isBesideScenes), "/v1/render/scene", "POST")
        // The address of a kept picture would lead back to the original.
        let kept = all.filter { $0 != .redact }
        let measured = all.filter(\.isOfLegibility)
        for method in ["GET", "HEAD"] {
            try expect(kept, "/v1/images/{digest}/render", method, before: preset)
            try expect(kept, "/v1/images/{digest}/plan", method, before: preset)
            try expect(kept, "/v1/sources/{name}/{path}/render", method, before: preset)
            try expect(kept, "/v1/sources/{name}/{path}/plan", method, before: preset)
            try expect(measured, "/v1/legibility", method, after: ["image"])
            try expect(all.filter(\.isOfGallery), "/v1/gallery/{digest}", method)
        }
        try expect(measured, "/v1/legibility", "POST")
        let placeholder = RenderParameter.placeholderTable
        for method in ["GET", "HEAD"] {
            try expect(placeholder, "/v1/images/{digest}/placeholder", method)
        }
        try expect(placeholder, "/v1/placeholder", "POST")
    }

    private func expect(
        _ rows: [RenderParameter],
        _ path: String,
        _ method: String,
        after first: [String] = [],
        before last: [String] = []
    ) throws {
        Contract.expect(
            try contract.parameters(path, method, in: "query"),
            first + rows.map(\.name) + last,
            at: "\(method) \(path)"
        ) { name in
            RenderParameter.named(name).map { OpenAPIText(row: $0).reference } ?? name
        }
    }

    @Test
    func `has no fields of forms but parameters and pictures`() throws {
        let fields = try contract.object("components", "schemas", "RenderForm", "properties")
        let names = RenderParameter.table.map(\.name)
        #expect(
            Set(fields.keys)
                == Set(names).union([
                    FormReceiver.imageName, FormReceiver.sceneName, PresetParameter.name,
                ])
        )
    }

    @Test
    func `lists exactly the problems of the program`() throws {
        let schema = try contract.object("components", "schemas", "ProblemType")
        Contract.expect(
            try #require(schema["enum"] as? [String]),
            ProblemType.allCases.map(\.uri),
            at: "components.schemas.ProblemType.enum"
        ) { "        - \($0)" }
    }

    @Test
    func `lists exactly the materials and vibrancies of the program`() throws {
        let material = try contract.object("components", "schemas", "Material")
        let words = [RenderParameter.absent, RenderParameter.automatic]
        Contract.expect(
            try #require(material["enum"] as? [String]),
            words + MaterialStyle.allCases.map(\.rawValue),
            at: "components.schemas.Material.enum"
        ) { "        - \($0)" }
        let vibrancy = try contract.object("components", "schemas", "Vibrancy")
        Contract.expect(
            try #require(vibrancy["enum"] as? [String]),
            VibrancyStyle.allCases.map(\.rawValue),
            at: "components.schemas.Vibrancy.enum"
        ) { "        - \($0)" }
    }

    @Test
    func `lists exactly the formats of the program`() throws {
        let read = ImageFormat.allCases.filter(\.isRead)
        let written = OutputFormat.allCases
        let words: [(path: [String], rows: [String])] = [
            (["Image", "format"], read.map(\.rawValue)),
            (["RenderPlan", "source", "format"], read.map(\.rawValue)),
            (["RenderPlan", "result", "mediaType"], written.map(\.mediaType)),
            (["RenderPlan", "result", "encoding", "type"], written.map(\.rawValue)),
        ]
        for (path, rows) in words {
            var schema = try contract.object("components", "schemas", path[0])
            for name in path.dropFirst() {
                let properties = try #require(schema["properties"] as? Contract.Object)
                schema = try contract.resolve(try #require(properties[name]))
            }
            let place = "components.schemas.\(path.joined(separator: "."))"
            Contract.expect(try #require(schema["enum"] as? [String]), rows, at: place) { $0 }
        }
    }

    @Test
    func `has a body of each media type that is written`() throws {
        let bodies: [(path: [String], formats: [String])] = [
            (
                ["components", "responses", "Original"],
                ImageFormat.allCases.filter(\.isRead).map(\.mediaType)
            ),
            (
                ["components", "responses", "Rendering"],
                OutputFormat.allCases.map(\.mediaType)
            ),
            (
                ["components", "responses", "UploadRendering"],
                OutputFormat.allCases.map(\.mediaType)
            ),
            (
                ["components", "responses", "RenderingPart"],
                OutputFormat.allCases.map(\.mediaType)
            ),
        ]
        for (path, formats) in bodies {
            let content = try contract.object(path + ["content"])
            Contract.expect(
                content.keys.filter { $0.hasPrefix("image/") }.sorted(),
                formats.sorted(),
                at: (path + ["content"]).joined(separator: ".")
            ) { "\($0): {schema: {type: string, format: binary}}" }
        }
    }

    // MARK: Patterns

    @Test(
        arguments: [
            ("Corner", ["0", "24", "1.5pt", ".5pt", "50%"]),
            ("TextBox", ["none", "1,2,3,4", "-1px,2.5pt,30%,4"]),
            ("Mask", ["none", digest]),
        ]
    )
    func `has patterns that allow what the program reads`(
        schema: String,
        texts: [String]
    ) throws {
        let pattern = try pattern(schema)
        for text in texts { #expect(text.wholeMatch(of: pattern) != nil, "\(text)") }
    }

    @Test(
        arguments: [
            ("Corner", ["", "-1", "5.", ".", "1em"]),
            ("TextBox", ["", "1,2,3", "1,2,3,4,5", "1, 2, 3, 4", "1,2,3,4em"]),
            ("Mask", ["", "0", "\(digest)0"]),
        ]
    )
    func `has patterns that refuse what the program does`(
        schema: String,
        texts: [String]
    ) throws {
        let pattern = try pattern(schema)
        for text in texts { #expect(text.wholeMatch(of: pattern) == nil, "\(text)") }
    }

    private func pattern(_ schema: String) throws -> Regex<AnyRegexOutput> {
        let schema = try contract.object("components", "schemas", schema)
        return try Regex(try #require(schema["pattern"] as? String))
    }

    // MARK: Text to paste

    @Test
    func `prints a parameter that is missing, ready to paste`() throws {
        let row = RenderParameter(
            "soft-rim",
            .integer(in: 1...9),
            \.encoder[.quality],
            default: "3",
            for: .effect,
            "Softens the rim."
        )
        let text = OpenAPIText(row: row)
        #expect(
            text.parameter == """
                    SoftRim:
                      name: soft-rim
                      in: query
                      description: |
                        Softens the rim.
                      schema:
                        $ref: "#/components/schemas/SoftRim"
                """
        )
        #expect(
            text.schema == """
                    SoftRim:
                      type: integer
                      minimum: 1
                      maximum: 9
                      x-default: 3
                """
        )
    }
}

extension RenderParameter {
    /// Whether a request with a scene may have the parameter.
    fileprivate var isBesideScenes: Bool {
        switch scope {
        case .material, .output, .formats, .negotiation: true
        case .effect, .area, .blur, .legibility, .tintedMaterial, .kernel, .region, .clip, .corner,
            .mask, .geometry, .resizing, .framing, .backdrop, .caps, .rotation:
            false
        }
    }
}
