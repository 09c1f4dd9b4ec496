// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store
import Typesetting

/// A rendering for a client, with all decisions that affect its result.
struct RenderRequest: Sendable {
    /// The version of the rendering engine, which decides the bytes of a result.
    ///
    /// It is raised whenever the bytes of any result change, so that entity tags and caches drop
    /// the old ones.
    static let engineVersion = "16"

    /// The versions on which the bytes of a result depend: the engine's and those of the libraries.
    static let versions = [engineVersion] + LibraryVersions.current

    /// The digest of the source picture's bytes.
    let digest: Digest

    /// The checked parameters of the rendering.
    let parameters: RenderParameters

    /// The kind of result, and the geometry of a scene.
    let kind: Kind

    /// The texts that a scene draws, for error texts; none without a scene.
    private let texts: [Scene.PlacedText]

    /// The public link to the result, which must not reveal the source picture; nil without one.
    let link: Link?

    /// The value of `Vary` of the image and of its JSON description.
    let vary: String?

    /// The value of `Accept-CH`: the client hints that could affect the result; nil for none.
    let askedHints: String?

    /// The value of `Frostpane-Reduced-Transparency`: true if opaque surfaces replaced materials;
    /// nil if nothing was replaced.
    ///
    /// Reference: RFC 9651, a Boolean.
    let reducedTransparency: String?

    /// The renderer that makes the result.
    let renderer: Renderer

    /// The other images that the rendering reads, such as masks.
    let resources: [ResourceID]

    /// The parameters or form fields that name the other images, for error texts.
    private let names: [ResourceID: String]

    /// The format of the result.
    let format: OutputFormat

    /// The key of the result in the caches and in the store.
    ///
    /// Computed on first use: a command needs none, and the first hash initializes libcrypto.
    var key: ResultKey { decidedKey.value(makeKey) }

    private let decidedKey = RenderDecision<ResultKey>()
    private let makeKey: @Sendable () -> ResultKey

    /// The versions of the text libraries and the fonts of the server, if texts may be drawn with them.
    var fonts: String? { Self.fonts(of: renderer) }

    private static func fonts(of renderer: Renderer) -> String? {
        if let planned = renderer.typesetting { return planned }
        // Drawings may have texts. Their bytes need not be in memory to find out.
        let images = [renderer.source] + renderer.resources.values
        return images.contains { $0.header.format == .svg } ? TextRaster.knownIdentity : nil
    }

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
        let hints = Traits.Trait.hints(parameters.consultable(by: subject.content.scene))
        vary = parameters.vary(by: hints)
        askedHints = hints.isEmpty ? nil : hints.joined(separator: ", ")
        let motion = try parameters.motion(of: subject.source, limits)
        let chosen = FormatNegotiation.format(
            for: parameters.format,
            preferring: parameters.preference,
            savesData: client.savesData,
            accept: client.accept,
            picture: subject.source.header.format,
            moves: motion != nil
        )
        guard let format = chosen else {
            throw .notAcceptable(vary: vary)
        }
        if motion != nil, parameters.frames.isMoving, !format.moves {
            throw .notAcceptable(vary: vary)
        }
        guard format.isAvailable else {
            throw .render(.codec(ForeignCodecHost.absence(of: format.format)))
        }
        let source = format.moves ? motion ?? subject.source : subject.source
        let output = parameters.output(as: format)
        let (plan, texts) = try Self.plan(parameters, subject, client.hints)
        let used = plan.resources
        var resources = try Self.find(used, parameters, subject.content, kept)
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
                source: source.tolerating(parameters.damage),
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
        kind = Kind(subject.content)
        self.texts = texts
        reducedTransparency =
            parameters.reducesTransparency(
                of: subject.content.scene,
                given: parameters.traits.completed(by: client.hints)
            ) && !(parameters.region.redacts && subject.link == nil) ? "?1" : nil
        self.resources = used
        names = Self.names(of: used, parameters, subject.content)
        self.format = format
        // A redacted result gets a random key, so that nothing leads from it to the image. A link has a
        // key of its own: sharing a result would reveal that another request has made the same rendering.
        let random = parameters.region.redacts && subject.link == nil ? Digest.random() : nil
        let (digest, link) = (subject.digest, subject.link)
        let formats =
            [subject.source.header.format, format.format] + resources.values.map(\.header.format)
        let fonts = Self.fonts(of: renderer)
        let words =
            source.selection.words
            + (parameters.damage == .warn ? [] : ["damage=\(parameters.damage.rawValue)"])
        makeKey = {
            if let random { return ResultKey(source: random, recipe: []) }
            return ResultKey(
                source: digest,
                resources: used.compactMap { Digest(hex: $0.digest) },
                recipe: [plan.description, output.description] + Self.versions
                    + [fonts].compactMap { $0 } + ForeignLibrary.versions(of: formats)
                    + words + (link.map { ["link=\($0.salt)"] } ?? [])
            )
        }
    }

    /// Finds the images that the rendering steps use, in the scene or else among stored ones.
    private static func find(
        _ used: [ResourceID],
        _ parameters: RenderParameters,
        _ content: RenderSubject.Content,
        _ kept: (Digest) -> SourceImage?
    ) throws(ServiceError) -> [ResourceID: SourceImage] {
        var resources = content.resources
        for resource in used where resources[resource] == nil {
            guard let digest = Digest(hex: resource.digest), let picture = kept(digest) else {
                throw .resourceNotFound(resource, parameter: parameter(of: resource, parameters))
            }
            resources[resource] = picture
        }
        return resources
    }

    /// The parameters or form fields that name the images used by the rendering steps.
    private static func names(
        of used: [ResourceID],
        _ parameters: RenderParameters,
        _ content: RenderSubject.Content
    ) -> [ResourceID: String] {
        var names = content.names
        for resource in used where content.resources[resource] == nil {
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
        guard !texts.isEmpty else { return { $0.explained(by: file) } }
        return { [texts] error in
            guard case .render(.text(let reason)) = error,
                let fault = SceneFault(reason, among: texts)
            else { return error.explained(by: file) }
            return .scene(fault)
        }
    }

    /// Whether the result is a redaction, which must not be stored or reveal its source.
    var isRedacted: Bool { parameters.region.redacts && link == nil }

    /// The number of pixels of all frames that are decoded.
    var decodedPixelCount: Int { renderer.source.decodedPixelCount }

    /// Whether the memory and the work of the rendering are within the limits of a request.
    func isAffordable(_ prices: PriceLimits) -> Bool {
        (try? prices.check(renderer.estimate, pixelCount: decodedPixelCount)) != nil
    }

    /// The number of pixels that a quota counts: the source's or the result's, whichever is more.
    var pixelCount: Int {
        max(
            renderer.source.decodedPixelCount,
            renderer.outputSize.pixelCount * renderer.source.decodedFrameCount
        )
    }
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
