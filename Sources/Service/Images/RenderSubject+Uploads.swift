// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

extension Upload {
    /// Parses the scene of the upload; nil if it has none.
    func sceneDocument(fontFamily: String) throws(ServiceError) -> SceneDocument? {
        guard let text = scene else { return nil }
        do throws(SceneFault) {
            return try SceneReader.read(
                text,
                parts: files.mapValues(\.digest),
                fontFamily: fontFamily
            )
        } catch {
            throw .scene(error)
        }
    }
}

extension RenderSubject {
    /// Finds the picture to render of an upload, with its scene and the pictures in the scene.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - document: Its scene; nil if it has none.
    ///   - stored: The stored images that it names, as far as there are any.
    ///   - parameters: The parameters, with the frame and the kinds of damage that are accepted.
    ///   - limits: The largest size of an image.
    ///   - hints: The client hints about the screen.
    /// - Returns: The subject, and the digests of the stored pictures in it.
    /// - Throws: A reason to refuse the upload.
    static func sent(
        in upload: Upload,
        _ document: SceneDocument?,
        _ stored: [Digest: StoredImage],
        _ parameters: RenderParameters,
        _ limits: DecodeLimits,
        hints: PartialTraits
    ) throws(ServiceError) -> (subject: RenderSubject, used: [Digest]) {
        guard let document else {
            guard let file = upload.image else { throw .upload(.missing) }
            return (
                RenderSubject(source: try file.source(parameters, limits), digest: file.digest), []
            )
        }
        let (backdrop, digest) =
            if let canvas = document.scene.canvas {
                try Self.canvas(canvas, upload, parameters, hints)
            } else {
                try backdrop(of: document, upload, stored, parameters, limits)
            }
        var resources = try sentResources(upload, parameters.damage, limits)
        var used = document.backdrop.map { [$0.digest] } ?? []
        for reference in document.references where resources[reference.resource] == nil {
            guard let digest = Digest(hex: reference.resource.digest),
                let source = stored[digest]?.source
            else {
                let rule = SceneFault.Rule.noImage(reference.resource.digest)
                throw .scene(SceneFault(rule, at: reference.pointer))
            }
            resources[reference.resource] = source
            used.append(digest)
        }
        let names = upload.files.map { (ResourceID(digest: $0.value.digest.hex), $0.key) }
        let content = Content.scene(
            document.scene,
            resources: resources,
            names: Dictionary(names, uniquingKeysWith: min)
        )
        return (RenderSubject(source: backdrop, digest: digest, content: content), used)
    }

    /// Makes the source of a scene on a canvas; its digest is of the values that decide its pixels.
    private static func canvas(
        _ canvas: Scene.Canvas,
        _ upload: Upload,
        _ parameters: RenderParameters,
        _ hints: PartialTraits
    ) throws(ServiceError) -> (SourceImage, Digest) {
        if parameters.frame != nil { throw .parameter(.noEffect(.frame)) }
        guard upload.image == nil else {
            let reason = "The form has an image: a scene lies on a canvas or on an image."
            let pointer = JSONPointer.root.appending("canvas")
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        }
        let scale = parameters.traits.completed(by: hints).scale
        let digest = Digest(of: Array(canvas.key(scale: scale).utf8))
        return (SourceImage(canvas: canvas, scale: scale), digest)
    }

    private static func backdrop(
        of document: SceneDocument,
        _ upload: Upload,
        _ stored: [Digest: StoredImage],
        _ parameters: RenderParameters,
        _ limits: DecodeLimits
    ) throws(ServiceError) -> (SourceImage, Digest) {
        let pointer = JSONPointer.root.appending("backdrop")
        switch (document.backdrop, upload.image) {
        case (let named?, nil):
            guard let source = stored[named.digest]?.source else {
                throw .scene(SceneFault(.noBackdrop(named.digest.hex), at: named.pointer))
            }
            return (source, named.digest)
        case (nil, let file?):
            return (try file.source(parameters, limits), file.digest)
        case (nil, nil):
            let reason =
                "Name a stored image here, send an image as the form's part 'image', or state a "
                + "'canvas'."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        case (_?, _?):
            let reason = "The form already has an image: name a stored image or send one, not both."
            throw .scene(SceneFault(.backdrop(reason: reason), at: pointer))
        }
    }

    private static func sentResources(
        _ upload: Upload,
        _ damage: DamagePolicy,
        _ limits: DecodeLimits
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

extension ImageFile {
    /// Reads the header of an uploaded image, for the frame and the kinds of damage that parameters accept.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - limits: The largest size of an image.
    /// - Returns: The image as the source of a rendering.
    /// - Throws: A reason to refuse it.
    func source(
        _ parameters: RenderParameters,
        _ limits: DecodeLimits
    ) throws(ServiceError) -> SourceImage {
        try source(
            // The frames are asked for, so that it is no surprise that there are several.
            damage: parameters.frames == .automatic ? parameters.damage : .warn,
            frame: parameters.frame,
            limits
        )
    }

    /// Reads the header of an uploaded image.
    ///
    /// - Parameters:
    ///   - damage: The kinds of damage with which it is accepted.
    ///   - frame: The frame to take of the file, from 1; nil for the first frame of any file.
    ///   - limits: The largest size of an image.
    /// - Returns: The image as the source of a rendering.
    /// - Throws: A reason to refuse it.
    func source(
        damage: DamagePolicy,
        frame: Int? = nil,
        _ limits: DecodeLimits
    ) throws(ServiceError) -> SourceImage {
        do throws(RenderError) {
            var source = try SourceImage(
                bytes: bytes,
                limits: limits,
                damage: damage,
                taking: PictureSelection(frame: frame)
            )
            source.reservation = reservation
            return source
        } catch {
            throw ServiceError.render(error).explained(by: FileFacts(bytes))
        }
    }
}

extension SceneDocument {
    /// The digests of the pictures that the scene names but the form does not contain.
    func pictures(besides upload: Upload) -> [Digest] {
        let sent = Set(upload.files.values.map(\.digest))
        let named = [backdrop?.digest] + references.map { Digest(hex: $0.resource.digest) }
        return named.compactMap { $0 }.filter { !sent.contains($0) }
    }
}

extension SourceImage {
    /// Creates the source of a scene on a canvas.
    ///
    /// - Parameters:
    ///   - canvas: The canvas.
    ///   - scale: The pixels per point.
    init(canvas: Scene.Canvas, scale: Double) {
        self.init(
            canvas: canvas.color,
            size: canvas.size(scale: scale),
            isOpaque: canvas.isOpaque
        )
    }
}
