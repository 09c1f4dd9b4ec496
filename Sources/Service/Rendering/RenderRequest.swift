// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

/// A rendering for a client, with all decisions that affect its result.
struct RenderRequest: Sendable {
    /// The version of the engine, which defines the bytes for a picture and parameters.
    ///
    /// It is raised whenever the bytes of any result change, so that entity tags and caches drop
    /// the old ones.
    static let engineVersion = "10"

    /// The versions on which the bytes of a result depend: the engine's and those of the libraries.
    static let versions = [engineVersion] + LibraryVersions.current

    /// The digest of the picture's bytes.
    let digest: Digest

    /// The parameters.
    let parameters: RenderParameters

    /// The scene of the result; nil for effects and for a gallery.
    let scene: Scene?

    /// Whether the result is a gallery, which shows every material.
    let isGallery: Bool

    /// The client hints about the screen.
    let hints: PartialTraits

    /// The renderer.
    let renderer: Renderer

    /// The parameters and form fields that hold the other pictures.
    private let names: [ResourceID: String]

    /// The format of the result.
    let format: OutputFormat

    /// The key of the result in the store.
    let key: ResultKey

    /// Decides a rendering.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - subject: The picture and the content of the result.
    ///   - client: The preferences of the client.
    ///   - limits: The bounds on the extent of the result.
    ///   - kept: Returns the picture with a digest, if it is kept.
    /// - Throws: A reason not to render.
    init(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        for client: ClientPreferences,
        limits: DecodeLimits,
        kept: (Digest) -> SourceImage?
    ) throws(ServiceError) {
        guard
            let format = FormatNegotiation.format(
                for: parameters.format,
                accept: client.accept,
                picture: subject.source.header.format
            )
        else { throw .notAcceptable }
        let output = parameters.output(as: format)
        let plan = try Self.plan(parameters, subject, client.hints)
        let resources = try Self.resources(of: plan, parameters, subject.content, kept)
            .mapValues { $0.tolerating(parameters.damage) }
        do throws(RenderError) {
            renderer = try Renderer(
                source: subject.source.tolerating(parameters.damage),
                plan: plan,
                output: output,
                limits: limits,
                resources: resources
            )
        } catch {
            throw .render(error)
        }
        digest = subject.digest
        self.parameters = parameters
        scene = subject.content.scene
        if case .gallery = subject.content { isGallery = true } else { isGallery = false }
        hints = client.hints
        names = Self.names(of: plan, parameters, subject.content)
        self.format = format
        // A redacted result gets a random key, so that nothing leads from it to the picture.
        key =
            parameters.region.redacts
            ? ResultKey(source: Digest.random(), recipe: [])
            : ResultKey(
                source: subject.digest,
                resources: plan.resources.compactMap { Digest(hex: $0.digest) },
                recipe: [plan.description, output.description] + Self.versions
                    + [renderer.typesetting].compactMap { $0 }
                    + (parameters.damage == .warn ? [] : ["damage=\(parameters.damage.rawValue)"])
            )
    }

    /// Finds the pictures that a plan needs: first in the content, then among the kept ones.
    private static func resources(
        of plan: Plan,
        _ parameters: RenderParameters,
        _ content: RenderSubject.Content,
        _ kept: (Digest) -> SourceImage?
    ) throws(ServiceError) -> [ResourceID: SourceImage] {
        var resources = content.resources
        for resource in plan.resources where resources[resource] == nil {
            guard let digest = Digest(hex: resource.digest), let picture = kept(digest) else {
                throw .resourceNotFound(resource, parameter: parameter(of: resource, parameters))
            }
            resources[resource] = picture
        }
        return resources
    }

    /// The parameters and form fields that hold the pictures of a plan.
    private static func names(
        of plan: Plan,
        _ parameters: RenderParameters,
        _ content: RenderSubject.Content
    ) -> [ResourceID: String] {
        var names = content.names
        for resource in plan.resources where content.resources[resource] == nil {
            names[resource] = parameter(of: resource, parameters).name
        }
        return names
    }

    /// The parameter that names a kept picture.
    private static func parameter(
        of resource: ResourceID,
        _ parameters: RenderParameters
    ) -> RenderParameter {
        parameters.region.mask == resource ? .mask : .filter
    }

    private static func plan(
        _ parameters: RenderParameters,
        _ subject: RenderSubject,
        _ hints: PartialTraits
    ) throws(ServiceError) -> Plan {
        let size = subject.source.header.size
        switch subject.content {
        case .gallery(let scale, let family):
            let traits = Traits(scale: scale)
            return Plan([.gallery(Gallery(materialsOn: size, traits: traits, family: family))])
        case .scene(let scene, _, _):
            return try plan(scene, size: size, traits: parameters.traits.completed(by: hints))
        case .effects:
            do throws(ParameterError) {
                return try parameters.plan(for: size, hints: hints)
            } catch {
                throw .parameter(error)
            }
        }
    }

    private static func plan(
        _ scene: Scene,
        size: PixelSize,
        traits: Traits
    ) throws(ServiceError) -> Plan {
        let plan: Plan
        let texts: [Scene.PlacedText]
        do throws(SceneError) {
            plan = try scene.plan(size: size, traits: traits)
            texts = try scene.texts(size: size, traits: traits)
        } catch {
            throw .scene(SceneFault(error))
        }
        do throws(SceneFault) {
            try SceneFault.check(texts)
        } catch {
            throw .scene(error)
        }
        return plan
    }

    /// A function that adds to an error of the rendering what the request knows about it.
    ///
    /// A text gets its place in this scene: scenes with the same panes in another order share a
    /// rendering, but not the places. So do forms with the same pictures under other names. Damage is
    /// explained by the bytes. The function does not keep a picture in memory.
    var explain: @Sendable (ServiceError) -> ServiceError {
        { [names, explainOwn] error in
            guard case .picture(let picture, let reason) = error, let name = names[picture] else {
                return explainOwn(error)
            }
            return .part(name: name, reason)
        }
    }

    /// The same for errors of the picture to be rendered, and of texts.
    private var explainOwn: @Sendable (ServiceError) -> ServiceError {
        // Found out now, and quickly, as nearly all pictures have a line feed near their beginning.
        let bytes = renderer.source.bytes
        let hasLineEnds = bytes.contains { $0 == 10 || $0 == 13 }
        guard let scene, scene.hasTexts else {
            return { hasLineEnds ? $0 : $0.explained(by: []) }
        }
        let traits = parameters.traits.completed(by: hints)
        let size = renderer.source.header.size
        return { error in
            guard case .render(.text(let reason)) = error,
                let texts = try? scene.texts(size: size, traits: traits),
                let fault = SceneFault(reason, among: texts)
            else { return error }
            return .scene(fault)
        }
    }

    /// Whether the result must not be kept, and must not tell its source.
    var isRedacted: Bool { parameters.region.redacts }

    /// The entity tag of the result, known before the result is made.
    var entityTag: EntityTag { EntityTag(String(key.digest.hex.prefix(32))) }

    /// The value of `Vary` of a picture: the names of the fields that decided it; nil for none.
    ///
    /// `Accept` decides only where no parameter names the format. A client that prefers the plan asks for
    /// another representation, which caches are told to ask for each time.
    var vary: String? {
        let names = (parameters.format == nil ? ["Accept"] : []) + hintNames
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The value of `Vary` of the plan, which only a client that prefers it gets.
    var planVary: String { (["Accept"] + hintNames).joined(separator: ", ") }

    private var hintNames: [String] {
        Traits.Trait.hints(parameters.consulted(hints: hints, by: scene))
    }

    /// The value of `Accept-CH`: the client hints that could affect the result; nil for none.
    var askedHints: String? {
        let names = Traits.Trait.hints(parameters.consultable(by: scene))
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The value of `Frostpane-Reduced-Transparency`: true if opaque surfaces replaced materials;
    /// `nil` if nothing was replaced.
    ///
    /// Reference: RFC 9651, a Boolean.
    var reducedTransparency: String? {
        let traits = parameters.traits.completed(by: hints)
        guard traits.reducesTransparency, !isRedacted else { return nil }
        let followed =
            scene?.followed(given: traits) ?? parameters.material?.followed(given: traits) ?? []
        return followed.contains(.reduceTransparency) ? "?1" : nil
    }

    /// The file name of the result.
    var filename: String {
        if isRedacted { return "redacted.\(format.fileExtension)" }
        var name = String(digest.hex.prefix(12))
        if scene != nil { name += "-scene" }
        if isGallery { name += "-gallery" }
        if let material = parameters.material { name += "-\(material.rawValue)" }
        if parameters.blur.amount != 0 { name += "-blur\(parameters.blur.text)" }
        for filter in parameters.filter.names.prefix(4) { name += "-\(filter)" }
        if parameters.saturate != 1 { name += "-saturate\(Self.text(parameters.saturate))" }
        return "\(name).\(format.fileExtension)"
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

extension Digest {
    /// A random digest, which no picture has.
    fileprivate static func random() -> Digest {
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }
        guard let digest = Digest(bytes: bytes) else {
            preconditionFailure("not a digest's length")
        }
        return digest
    }
}
