// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPTypes
import Rendering
import Store

/// A picture, and the content of the result that is made from it.
struct RenderSubject: Sendable {
    /// The content of a result.
    enum Content: Sendable {
        /// The picture with the effects of the parameters.
        case effects
        /// The picture with a scene on it, the pictures in the scene, and the names that those sent in
        /// a form have there.
        case scene(Scene, resources: [ResourceID: SourceImage], names: [ResourceID: String])
        /// The picture under every material, at a number of pixels per point.
        case gallery(scale: Double, family: String)
    }

    /// The picture.
    let source: SourceImage

    /// The digest of the picture's bytes.
    let digest: Digest

    /// The content of the result.
    let content: Content

    /// The link to the result, whose answers must not tell the picture; nil for none.
    let link: Link?

    /// Creates a subject.
    init(source: SourceImage, digest: Digest, content: Content = .effects, link: Link? = nil) {
        self.link = link
        self.source = source
        self.digest = digest
        self.content = content
    }
}

extension RenderSubject.Content {
    /// The scene, if the content is one.
    var scene: Scene? {
        switch self {
        case .scene(let scene, _, _): scene
        case .effects, .gallery: nil
        }
    }

    /// The pictures that belong to the content.
    var resources: [ResourceID: SourceImage] {
        switch self {
        case .scene(_, let resources, _): resources
        case .effects, .gallery: [:]
        }
    }

    /// The same content; a scene gets a geometry whose dependence on pixels is resolved.
    func settled(on geometry: Geometry) -> RenderSubject.Content {
        guard case .scene(var scene, let resources, let names) = self else { return self }
        scene.geometry = geometry
        return .scene(scene, resources: resources, names: names)
    }

    /// The names of the form's pictures.
    var names: [ResourceID: String] {
        switch self {
        case .scene(_, _, let names): names
        case .effects, .gallery: [:]
        }
    }
}

/// The preferences of a client, from the fields of its request.
struct ClientPreferences: Sendable {
    /// The formats of pictures that the client accepts; any if it prefers a plan.
    let accept: AcceptField

    /// The client hints about the screen.
    let hints: PartialTraits

    /// Whether the client asks for less data.
    let savesData: Bool

    /// Whether the client prefers a plan to a picture.
    let wantsPlan: Bool

    /// Creates the preferences of a client from the fields of its request.
    ///
    /// - Parameters:
    ///   - accept: The media types that the client accepts.
    ///   - hints: The client hints about the screen.
    ///   - savesData: Whether the client asks for less data.
    ///   - asksForPlan: Whether the address is that of a plan.
    init(
        accept: AcceptField = AcceptField(nil),
        hints: PartialTraits = PartialTraits(),
        savesData: Bool = false,
        asksForPlan: Bool = false
    ) {
        wantsPlan = asksForPlan || PlanDocument.isPreferred(by: accept)
        self.accept = wantsPlan ? AcceptField(nil) : accept
        self.hints = hints
        self.savesData = savesData
    }

    /// Refuses a plan that would name the original of a redaction.
    func refusePlan(of parameters: RenderParameters) throws(ServiceError) {
        if wantsPlan && parameters.region.redacts { throw .planOfRedaction }
    }
}

extension RequestContext {
    /// The preferences of the client.
    var preferences: ClientPreferences {
        let savesData = SaveDataField.isOn(request.headerFields)
        return ClientPreferences(accept: accept, hints: hints, savesData: savesData)
    }
}
