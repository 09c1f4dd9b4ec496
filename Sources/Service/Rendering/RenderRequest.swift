// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// A rendering that a client asks for, with everything that its result depends on decided.
struct RenderRequest: Sendable {
    /// The version of everything that turns the same picture and parameters into the same bytes.
    ///
    /// It is raised whenever the bytes of any result change, so that tags and caches let go of
    /// the old ones.
    static let engineVersion = "2"

    /// The versions that the bytes of a result depend on: the engine's and those of the libraries.
    static let versions = [engineVersion] + LibraryVersions.current

    /// The digest of the picture's bytes.
    let digest: Digest

    /// What is asked for.
    let parameters: RenderParameters

    /// What the client lets know about its screen.
    let hints: PartialTraits

    /// The rendering.
    let renderer: Renderer

    /// The format of the result.
    let format: ImageFormat

    /// The name of the result in the store.
    let key: ResultKey

    /// Decides a rendering.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - digest: The digest of the picture's bytes.
    ///   - parameters: What is asked for.
    ///   - accept: What the client accepts.
    ///   - hints: What the client lets know about its screen.
    ///   - limits: What the result may measure.
    ///   - kept: The picture of a digest, where it is kept.
    /// - Throws: Why it cannot be done.
    init(
        source: SourceImage,
        digest: Digest,
        parameters: RenderParameters,
        accept: AcceptField,
        hints: PartialTraits,
        limits: DecodeLimits,
        kept: (Digest) -> SourceImage?
    ) throws(ServiceError) {
        guard
            let format = FormatNegotiation.format(
                for: parameters.format,
                accept: accept,
                own: source.header.format
            )
        else { throw .notAcceptable }
        let output = parameters.output(as: format)
        let plan: Plan
        do throws(ParameterError) { plan = try parameters.plan(hints: hints) } catch {
            throw .parameter(error)
        }
        var resources: [ResourceID: SourceImage] = [:]
        var digests: [Digest] = []
        for resource in plan.resources {
            guard let digest = Digest(hex: resource.digest), let picture = kept(digest) else {
                throw .resourceNotFound(resource)
            }
            resources[resource] = picture
            digests.append(digest)
        }
        do throws(RenderError) {
            renderer = try Renderer(
                source: source,
                plan: plan,
                output: output,
                limits: limits,
                resources: resources
            )
        } catch {
            throw .render(error)
        }
        self.digest = digest
        self.parameters = parameters
        self.hints = hints
        self.format = format
        key = ResultKey(
            source: digest,
            resources: digests,
            recipe: [plan.description, output.description] + Self.versions
                + [renderer.typesetting].compactMap { $0 }
        )
    }

    /// The tag of the result, known before the result is.
    var entityTag: EntityTag { EntityTag(String(key.digest.hex.prefix(32))) }

    /// The fields that had a say in the result.
    ///
    /// `Accept` has one whatever the format: who asks for JSON gets the plan.
    var vary: String {
        (["Accept"] + Traits.Trait.hints(parameters.consulted(hints: hints)))
            .joined(separator: ", ")
    }

    /// The hints that could have a say in the result, whatever they are.
    var askedHints: String? {
        let names = Traits.Trait.hints(parameters.consultable)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// A name for the result as a file.
    var filename: String {
        var name = String(digest.hex.prefix(12))
        if let material = parameters.material { name += "-\(material.rawValue)" }
        if parameters.blur != 0 { name += "-blur\(Self.text(parameters.blur))" }
        for filter in parameters.filter.names.prefix(4) { name += "-\(filter.rawValue)" }
        if parameters.saturate != 1 { name += "-saturate\(Self.text(parameters.saturate))" }
        return "\(name).\(format.fileExtension)"
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
