// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

/// A JSON description of a rendering, sent instead of the picture to clients that ask for it.
struct PlanDocument {
    /// The media type, by which a client asks for the description.
    static let mediaType = "application/vnd.frostpane.plan+json"

    /// The rendering to describe.
    let request: RenderRequest

    /// The address of the source picture; nil if it is not stored.
    let original: String?

    /// The name of the preset that the rendering uses; nil for none.
    let preset: String?

    /// The description: the source, the steps, the result and the estimated cost.
    var json: JSONValue {
        let renderer = request.renderer
        let names: [(name: String, value: JSONValue)] =
            preset.map { [("preset", .string($0))] } ?? []
        return .object(
            names + [
                ("source", source),
                (
                    "steps",
                    .array(
                        zip(renderer.plan.steps, renderer.stepSizes).map { step, size in
                            JSONValue(step.value).adding([
                                ("width", .integer(size.width)), ("height", .integer(size.height)),
                            ])
                        }
                    )
                ),
                ("result", result),
                (
                    "estimate",
                    .object([
                        ("memoryBytes", .integer(renderer.estimate.memory)),
                        ("work", .integer(renderer.estimate.work)),
                    ])
                ),
                ("key", .string(request.key.digest.hex)),
                ("etag", .string(request.entityTag.text)),
                ("engine", .array(versions.map { .string($0) })),
            ]
        )
    }

    /// The versions of the engine, the libraries and the fonts, on which the bytes of the result
    /// depend.
    private var versions: [String] {
        RenderRequest.versions + [request.fonts].compactMap { $0 }
    }

    private var source: JSONValue {
        let header = request.renderer.source.header
        let address: [(name: String, value: JSONValue)] =
            original.map { [("original", .string($0))] } ?? []
        return .object(
            [
                ("digest", .string(request.digest.hex)),
                ("format", .string(header.format.rawValue)),
                ("width", .integer(header.size.width)),
                ("height", .integer(header.size.height)),
                ("orientation", .integer(Int(header.orientation.rawValue))),
                ("kept", .boolean(original != nil)),
            ] + address
        )
    }

    private var result: JSONValue {
        let renderer = request.renderer
        return .object([
            ("mediaType", .string(request.format.mediaType)),
            ("width", .integer(renderer.outputSize.width)),
            ("height", .integer(renderer.outputSize.height)),
            ("channels", .integer(renderer.outputLayout.channelCount)),
            ("encoding", JSONValue(renderer.output.value)),
        ])
    }
}

extension JSONValue {
    /// Converts a value of a rendering step to JSON; a record becomes an object with a `type`.
    init(_ value: PlanValue) {
        switch value {
        case .number(let number):
            self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
        case .text(let text): self = .string(text)
        case .flag(let flag): self = .boolean(flag)
        case .list(let values): self = .array(values.map(JSONValue.init))
        case .record(let name, let fields):
            self = .object(
                [("type", .string(name))]
                    + fields.map { (name: $0.name, value: JSONValue($0.value)) }
            )
        }
    }

    /// Returns the object with further members; it keeps those that it has under the same names.
    fileprivate func adding(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members.filter { member in !own.contains { $0.name == member.name } })
    }
}
