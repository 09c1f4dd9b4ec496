// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPTypes
import Rendering
import Store

/// A picture to render, and the effects, the scene or the gallery to make of it.
struct RenderSubject: Sendable {
    /// The kind of result to make of a picture: effects, a scene, or a gallery of materials.
    enum Content: Sendable {
        /// The picture with the effects of the parameters.
        case effects
        /// The picture with a scene on it, the pictures in the scene, and the form fields of some.
        case scene(Scene, resources: [ResourceID: SourceImage], names: [ResourceID: String])
        /// The picture under every material, at a scale in pixels per point, and a font for
        /// captions.
        case gallery(scale: Double, family: String)
    }

    /// The picture to render.
    let source: SourceImage

    /// The digest of the picture's bytes.
    let digest: Digest

    /// The kind of result to make of the picture.
    let content: Content

    /// The public link to the result, which must not reveal the source picture; nil without one.
    let link: Link?

    /// Creates a subject from a picture, its digest and the kind of result to make of it.
    init(source: SourceImage, digest: Digest, content: Content = .effects, link: Link? = nil) {
        self.link = link
        self.source = source
        self.digest = digest
        self.content = content
    }
}

extension RenderSubject.Content {
    /// The scene to draw on the picture; nil for effects and galleries.
    var scene: Scene? {
        switch self {
        case .scene(let scene, _, _): scene
        case .effects, .gallery: nil
        }
    }

    /// The pictures that the scene uses, by their identifiers; none for effects and galleries.
    var resources: [ResourceID: SourceImage] {
        switch self {
        case .scene(_, let resources, _): resources
        case .effects, .gallery: [:]
        }
    }

    /// Returns the content; a scene gets the geometry whose trim and focus were found in the
    /// picture.
    func settled(on geometry: Geometry) -> RenderSubject.Content {
        guard case .scene(var scene, let resources, let names) = self else { return self }
        scene.geometry = geometry
        return .scene(scene, resources: resources, names: names)
    }

    /// The form fields that sent pictures of the scene, by the pictures' identifiers.
    var names: [ResourceID: String] {
        switch self {
        case .scene(_, _, let names): names
        case .effects, .gallery: [:]
        }
    }
}

/// The preferences of a client, from the fields of its request.
struct ClientPreferences: Sendable {
    /// The formats of pictures that the client accepts; any if it prefers a JSON description.
    let accept: AcceptField

    /// The client hints about the screen.
    let hints: PartialTraits

    /// Whether the client asks for less data by `Save-Data`.
    let savesData: Bool

    /// Whether the client asks for a JSON description of the rendering instead of a picture.
    let wantsPlan: Bool

    /// Creates the preferences of a client from the fields of its request.
    ///
    /// - Parameters:
    ///   - accept: The media types that the client accepts.
    ///   - hints: The client hints about the screen.
    ///   - savesData: Whether the client asks for less data.
    ///   - asksForPlan: Whether the address is that of a JSON description of a rendering.
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

    /// Refuses to describe a redaction, because the description would name the original.
    func refusePlan(of parameters: RenderParameters) throws(ServiceError) {
        if wantsPlan && parameters.region.redacts {
            throw .planOfRedaction(vary: parameters.vary())
        }
    }
}

extension RequestContext {
    /// The preferences of the client, from the fields of the request.
    var preferences: ClientPreferences {
        let savesData = SaveDataField.isOn(request.headerFields)
        return ClientPreferences(accept: accept, hints: hints, savesData: savesData)
    }
}
