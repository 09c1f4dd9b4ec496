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
    var link: Link?

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
