// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

/// A rendering for a client, with all decisions that affect its result.
struct RenderRequest: Sendable {
    /// The version of the rendering engine, which decides the bytes of a result.
    ///
    /// It is raised whenever the bytes of any result change, so that entity tags and caches drop
    /// the old ones.
    static let engineVersion = "13"

    /// The versions on which the bytes of a result depend: the engine's and those of the libraries.
    static let versions = [engineVersion] + LibraryVersions.current

    /// The digest of the source picture's bytes.
    let digest: Digest

    /// The checked parameters of the rendering.
    let parameters: RenderParameters

    /// The scene that is drawn on the picture; nil for effects and for a gallery.
    let scene: Scene?

    /// The public link to the result, which must not reveal the source picture; nil without one.
    let link: Link?

    /// Whether the result is a gallery, which shows every material.
    let isGallery: Bool

    /// The client hints about the screen.
    let hints: PartialTraits

    /// The renderer that makes the result.
    let renderer: Renderer

    /// The parameters or form fields that name the other pictures, such as masks, for error texts.
    private let names: [ResourceID: String]

    /// The format of the result.
    let format: OutputFormat

    /// The key of the result in the caches and in the store.
    ///
    /// Computed on first use: a command needs none, and the first hash initializes libcrypto.
    var key: ResultKey { decidedKey.value(makeKey) }

    private let decidedKey = RenderDecision<ResultKey>()
    private let makeKey: @Sendable () -> ResultKey

    /// Chooses the format, the rendering steps and the key of a result.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - subject: The picture, and the effects, the scene or the gallery to make of it.
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
        let chosen = FormatNegotiation.format(
            for: parameters.format,
            preferring: parameters.preference,
            savesData: client.savesData,
            accept: client.accept,
            picture: subject.source.header.format
        )
        guard let format = chosen else {
            throw .notAcceptable(vary: parameters.vary(by: subject.content.scene))
        }
        guard format.isAvailable else {
            throw .render(.codec(ForeignCodecHost.absence(of: format.format)))
        }
        let output = parameters.output(as: format)
        let plan = try Self.plan(parameters, subject, client.hints)
        var resources = try Self.resources(of: plan, parameters, subject.content, kept)
            .mapValues { $0.tolerating(parameters.damage) }
        do throws(RenderError) {
            for (resource, picture) in resources {
                resources[resource] = try picture.drawn(
                    as: resource,
                    in: plan,
                    on: subject.source,
                    limits
                )
            }
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
        link = subject.link
        self.parameters = parameters
        scene = subject.content.scene
        if case .gallery = subject.content { isGallery = true } else { isGallery = false }
        hints = client.hints
        names = Self.names(of: plan, parameters, subject.content)
        self.format = format
        // A redacted result gets a random key, so that nothing leads from it to the image. A link has a
        // key of its own: sharing a result would reveal that another request has made the same rendering.
        let random = parameters.region.redacts && subject.link == nil ? Digest.random() : nil
        let (digest, link, typesetting) = (subject.digest, subject.link, renderer.typesetting)
        let formats =
            [subject.source.header.format, format.format] + resources.values.map(\.header.format)
        let words =
            subject.source.selection.words
            + (parameters.damage == .warn ? [] : ["damage=\(parameters.damage.rawValue)"])
        makeKey = {
            if let random { return ResultKey(source: random, recipe: []) }
            return ResultKey(
                source: digest,
                resources: plan.resources.compactMap { Digest(hex: $0.digest) },
                recipe: [plan.description, output.description] + Self.versions
                    + [typesetting].compactMap { $0 } + ForeignLibrary.versions(of: formats)
                    + words + (link.map { ["link=\($0.salt)"] } ?? [])
            )
        }
    }

    /// Finds the pictures that the rendering steps use, in the scene or else among stored ones.
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

    /// The parameters or form fields that name the pictures used by the rendering steps.
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

    /// The parameter that names a stored picture: `mask` or `filter`.
    private static func parameter(
        of resource: ResourceID,
        _ parameters: RenderParameters
    ) -> RenderParameter {
        parameters.region.mask == resource ? .mask : .filter
    }

    /// A function that adds facts of this request to an error, such as a text's place in the scene.
    ///
    /// A text gets its place in this scene: scenes with the same panes in another order share a
    /// rendering, but not the places. Forms with the same pictures under other names share one as
    /// well. Damage is explained by the bytes. The function does not keep a picture in memory.
    var explain: @Sendable (ServiceError) -> ServiceError {
        { [names, explainOwn] error in
            guard case .picture(let picture, let reason) = error, let name = names[picture] else {
                return explainOwn(error)
            }
            return .part(name: name, reason)
        }
    }

    /// A function that adds facts of this request to errors of the source picture and of texts.
    private var explainOwn: @Sendable (ServiceError) -> ServiceError {
        // Found out now, so that the closure does not keep the picture.
        let file = FileFacts(renderer.source.bytes)
        guard let scene, scene.hasTexts else { return { $0.explained(by: file) } }
        let traits = parameters.traits.completed(by: hints)
        let size = renderer.source.header.size
        return { error in
            guard case .render(.text(let reason)) = error,
                let texts = try? scene.texts(size: size, traits: traits),
                let fault = SceneFault(reason, among: texts)
            else { return error.explained(by: file) }
            return .scene(fault)
        }
    }

    /// Whether the result is a redaction, which must not be stored or reveal its source.
    var isRedacted: Bool { parameters.region.redacts && link == nil }

    /// The number of pixels that a quota counts: the source's or the result's, whichever is more.
    var pixelCount: Int { max(renderer.source.pixelCount, renderer.outputSize.pixelCount) }
}

extension Digest {
    /// Creates a random digest, which no picture has.
    fileprivate static func random() -> Digest {
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }
        guard let digest = Digest(bytes: bytes) else {
            preconditionFailure("not a digest's length")
        }
        return digest
    }
}
