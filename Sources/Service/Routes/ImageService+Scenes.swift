// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

extension ImageService {
    /// Finds the subject of an upload, with every picture that it contains or names.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - damage: The kinds of damage with which its pictures are accepted.
    /// - Returns: The subject, and the digests of the kept pictures in it.
    /// - Throws: A reason to refuse the upload.
    func subject(
        of upload: Upload,
        damage: DamagePolicy
    ) throws(ServiceError) -> (subject: RenderSubject, kept: [Digest]) {
        guard let text = upload.scene else {
            guard let file = upload.image else { throw .upload(.missing) }
            return (
                RenderSubject(source: try source(file, damage: damage), digest: file.digest), []
            )
        }
        let document: SceneDocument
        do throws(SceneFault) {
            document = try SceneReader.read(
                text,
                parts: upload.files.mapValues(\.digest),
                fontFamily: configuration.fontFamily
            )
        } catch {
            throw .scene(error)
        }
        let (backdrop, digest) = try backdrop(of: document, upload, damage)
        var resources = try sentResources(upload, damage)
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
        let names = upload.files.map { (ResourceID(digest: $0.value.digest.hex), $0.key) }
        let content = RenderSubject.Content.scene(
            document.scene,
            resources: resources,
            names: Dictionary(names, uniquingKeysWith: min)
        )
        return (RenderSubject(source: backdrop, digest: digest, content: content), kept)
    }

    private func backdrop(
        of document: SceneDocument,
        _ upload: Upload,
        _ damage: DamagePolicy
    ) throws(ServiceError) -> (SourceImage, Digest) {
        let pointer = JSONPointer.root.appending("backdrop")
        switch (document.backdrop, upload.image) {
        case (let named?, nil):
            guard let original = originals.original(for: named.digest) else {
                throw .scene(SceneFault(.noBackdrop(named.digest.hex), at: named.pointer))
            }
            return (SourceImage(bytes: original.bytes, header: original.metadata), named.digest)
        case (nil, let file?): return (try source(file, damage: damage), file.digest)
        case (nil, nil):
            let reason = "Name a kept image here, or send one as the form's part 'image'."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        case (_?, _?):
            let reason = "The form has an image already: name a kept one, or send one, not both."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        }
    }

    private func sentResources(
        _ upload: Upload,
        _ damage: DamagePolicy
    ) throws(ServiceError) -> [ResourceID: SourceImage] {
        var resources: [ResourceID: SourceImage] = [:]
        // In the order of their names, so that the same form always gives the same error.
        for (name, file) in upload.files.sorted(by: { $0.key < $1.key }) {
            do throws(RenderError) {
                resources[ResourceID(digest: file.digest.hex)] = try SourceImage(
                    bytes: file.bytes,
                    limits: limits,
                    damage: damage
                )
            } catch {
                throw .part(name: name, error)
            }
        }
        return resources
    }
}
