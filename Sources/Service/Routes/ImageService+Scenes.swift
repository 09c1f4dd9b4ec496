// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// What is rendered: a picture, and what a scene lays on it.
struct RenderSubject: Sendable {
    /// The picture.
    let source: SourceImage

    /// The digest of the picture's bytes.
    let digest: Digest

    /// What is laid on it; `nil` when the parameters say what is done.
    let scene: Scene?

    /// The pictures that the scene needs.
    let resources: [ResourceID: SourceImage]

    /// The digests of the kept pictures among all of these.
    let kept: [Digest]
}

extension RenderSubject {
    /// A picture alone.
    init(source: SourceImage, digest: Digest) {
        self.init(source: source, digest: digest, scene: nil, resources: [:], kept: [])
    }
}

extension ImageService {
    /// Finds every picture that an upload sends or names.
    func subject(of upload: Upload) throws(ServiceError) -> RenderSubject {
        guard let text = upload.scene else {
            guard let file = upload.image else { throw .upload(.missing) }
            return RenderSubject(source: try source(file), digest: file.digest)
        }
        let document: SceneDocument
        do throws(SceneFault) {
            document = try SceneReader.read(text, parts: upload.files.mapValues(\.digest))
        } catch {
            throw .scene(error)
        }
        let (backdrop, digest) = try backdrop(of: document, upload)
        var resources = try sentResources(upload)
        var kept = document.backdrop.map { [$0.digest] } ?? []
        for reference in document.references where resources[reference.resource] == nil {
            guard let digest = Digest(hex: reference.resource.digest),
                let original = originals.original(for: digest)
            else {
                let rule = SceneFault.Rule.noImage(reference.resource.digest)
                throw .scene(SceneFault(rule, at: reference.pointer))
            }
            resources[reference.resource] = SourceImage(
                bytes: original.bytes,
                header: original.metadata
            )
            kept.append(digest)
        }
        return RenderSubject(
            source: backdrop,
            digest: digest,
            scene: document.scene,
            resources: resources,
            kept: kept
        )
    }

    private func backdrop(
        of document: SceneDocument,
        _ upload: Upload
    ) throws(ServiceError) -> (SourceImage, Digest) {
        let pointer = JSONPointer.root.appending("backdrop")
        switch (document.backdrop, upload.image) {
        case (let named?, nil):
            guard let original = originals.original(for: named.digest) else {
                throw .scene(SceneFault(.noBackdrop(named.digest.hex), at: named.pointer))
            }
            return (SourceImage(bytes: original.bytes, header: original.metadata), named.digest)
        case (nil, let file?): return (try source(file), file.digest)
        case (nil, nil):
            let reason = "Name a kept image here, or send one as the form's part 'image'."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        case (_?, _?):
            let reason = "The form has an image already: name a kept one, or send one, not both."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        }
    }

    private func sentResources(_ upload: Upload) throws(ServiceError) -> [ResourceID: SourceImage] {
        var resources: [ResourceID: SourceImage] = [:]
        // In the order of their names, so that the same form is always refused for the same reason.
        for (name, file) in upload.files.sorted(by: { $0.key < $1.key }) {
            do throws(RenderError) {
                resources[ResourceID(digest: file.digest.hex)] = try SourceImage(
                    bytes: file.bytes,
                    limits: limits
                )
            } catch {
                throw .part(name: name, error)
            }
        }
        return resources
    }
}
