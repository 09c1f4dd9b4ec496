// SPDX-License-Identifier: Apache-2.0

import Effects
import Fetching
import Store

/// A stored scene with the values that a request states for its variables.
struct AskedScene: Sendable {
    /// The parameters of the render.
    let parameters: RenderParameters
    /// The images of sources in the values, by the names of their variables.
    let sources: [String: SourceAddress]
    /// The scene with all values; nil until the images of sources are known.
    private(set) var document: SceneDocument?

    private let template: SceneTemplate
    private let values: [String: JSONValue]
    private let fontFamily: String

    /// Takes the values of a scene and the parameters of its render from a request.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text of the scene, as the store holds it.
    ///   - request: The request.
    ///   - access: The presets.
    ///   - fontFamily: The font family of texts that do not name one.
    /// - Throws: A reason to refuse the request.
    init(
        _ bytes: [UInt8],
        of request: RequestContext,
        _ access: AccessControl,
        fontFamily: String
    ) throws(ServiceError) {
        self.fontFamily = fontFamily
        do throws(SceneFault) { template = try SceneTemplate(bytes) } catch {
            throw .scene(error)
        }
        let pairs = try request.parameters()
        let rest: [(name: String, value: String)]
        do throws(ParameterError) {
            (values, rest) = try template.values(in: pairs)
            sources = try Self.sources(in: values)
            let names = template.variables.map(\.name)
            for (name, _) in rest where RenderParameter.named(name) == nil {
                let same = names.first { $0.lowercased() == name.lowercased() }
                guard let near = same ?? Spelling.nearest(to: name, among: names) else { continue }
                throw .unknown(name: name, suggestion: near)
            }
        } catch {
            throw .parameter(error)
        }
        parameters = try .parsed(try access.expand(rest, for: request), areBesideScene: true)
        if sources.isEmpty { document = try read(values) }
    }

    /// Returns the scene with all values.
    ///
    /// - Parameter images: The digests of the images of sources, by the names of their variables.
    /// - Returns: The scene with its document.
    /// - Throws: A rule that the scene breaks with these values.
    func filled(with images: [String: Digest]) throws(ServiceError) -> AskedScene {
        var asked = self
        asked.document = try read(values.merging(images.mapValues(SceneVariable.image)) { $1 })
        return asked
    }

    /// The error with the location of a fault in the stored scene, instead of the one with all values.
    func located(_ error: ServiceError) -> ServiceError {
        guard case .scene(let fault) = error else { return error }
        let pointer = template.pointer(to: fault.pointer, with: values)
        return .scene(SceneFault(fault.rule, at: pointer))
    }

    private func read(_ values: [String: JSONValue]) throws(ServiceError) -> SceneDocument {
        do throws(SceneFault) {
            return try SceneReader.read(template.filled(with: values), fontFamily: fontFamily)
        } catch {
            throw located(.scene(error))
        }
    }

    private static func sources(
        in values: [String: JSONValue]
    ) throws(ParameterError) -> [String: SourceAddress] {
        var sources: [String: SourceAddress] = [:]
        for (name, value) in values {
            guard case .object(let members) = value, members[0].name == SceneVariable.sourceMember,
                case .string(let text) = members[0].value
            else { continue }
            // A path escapes its segments once more than a value of the query.
            let segments = text[...].pathSegments.map {
                Substring(PercentEncoding.encoded(String($0)))
            }
            guard let first = segments.first,
                let address = SourceAddress(first, segments.dropFirst())
            else {
                throw .malformedVariable(name: name, allowed: SceneVariable.imageForm, value: text)
            }
            sources[name] = address
        }
        return sources
    }
}
