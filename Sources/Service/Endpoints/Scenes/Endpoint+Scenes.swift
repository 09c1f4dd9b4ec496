// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Raster
import Rendering
import Store
import Typesetting

extension Endpoint {
    /// Serves `POST /v1/scenes`.
    static let scenes = Endpoint(
        .post,
        .fixed("/v1/scenes"),
        "Store a scene at the address of its digest.",
        needs: .scope(.upload),
        isBeyondPresets: true
    ) { _, request, service async throws(ServiceError) in
        try await service.keepScene(at: nil, request)
    }

    /// Serves `PUT /v1/scenes/{scene}`.
    static let sceneWriting = Endpoint(
        .put,
        .scene("/v1/scenes/{scene}"),
        "Store a scene under a name.",
        needs: .scope(.upload),
        isBeyondPresets: true
    ) { address, request, service async throws(ServiceError) in
        try await service.keepScene(at: address, request)
    }
}

extension ImageService {
    /// Stores the scene in the body of a request at its digest, and under a name if one is given.
    fileprivate func keepScene(
        at address: SceneAddress?,
        _ request: RequestContext
    ) async throws(ServiceError) -> Response {
        try request.refuseParameters()
        let upload = try await request.exchange.upload(
            with: try request.reader(.scene, names: []),
            limit: configuration.bodyLimit,
            budget: images.receiving
        )
        let texts = PlannedTexts(request, upload)
        let kept = try await admission.plan(texts, for: request) {
            [family = configuration.fontFamily] () throws(ServiceError) in
            try KeptScene(upload.scene ?? [], fontFamily: family)
        }
        if case .digest(let digest)? = address, digest != kept.digest {
            throw .upload(.digestMismatch(field: "digest"))
        }
        let target = address ?? .digest(kept.digest)
        // A condition is about the record in the store, not about one that is remembered for some seconds.
        let former = try await records.find(RecordName(target), isFresh: request.isConditional)
        try request.check(against: former.map { Digest(of: $0).entityTag })
        for reference in kept.references {
            guard let digest = Digest(hex: reference.resource.digest) else { continue }
            guard try await images.exists(digest) else {
                throw .scene(SceneFault(.noImage(digest.hex), at: reference.pointer))
            }
        }
        // The digest first, so that the name never leads to an address that does not exist.
        let names = [.digest(kept.digest)] + (address == nil ? [] : [target])
        for name in names.map(RecordName.init) {
            let isKept = try await records.keep(kept.bytes, as: name, to: kept.images, until: nil)
            guard isKept else { throw .imageNotFound }
        }
        let place = request.address(of: "/v1/scenes/\(target.text)")
        let fields: HTTPFields = [
            .contentType: "application/json", .location: place, .cacheControl: "no-store",
            .eTag: kept.digest.entityTag.text,
        ]
        let members: [(name: String, value: JSONValue)] = [
            ("id", .string(kept.digest.hex)), ("url", .string(place)),
        ]
        return Response(
            former == nil ? .created : .ok,
            fields,
            body: .bytes(JSONValue.object(members).document)
        )
    }
}

/// A scene that is about to be stored.
private struct KeptScene: Sendable {
    /// The canonical JSON text.
    let bytes: [UInt8]
    /// The SHA-256 of the text.
    let digest: Digest
    /// The stored images that the scene names, also in defaults of its variables.
    let references: [SceneDocument.Reference]

    /// The digests of the images.
    var images: Set<Digest> { Set(references.compactMap { Digest(hex: $0.resource.digest) }) }

    /// The size of an image that a scene may lie on: the real one is not known yet.
    private static let sampleSize = PixelSize(width: 1_000, height: 1_000)

    /// Throws the fault of a scene that breaks a rule for every image and all values.
    private static func check(_ document: SceneDocument) throws(SceneFault) {
        let resolved: Scene.Resolved
        do throws(SceneError) {
            resolved = try document.scene.resolved(
                size: document.scene.canvas?.size(scale: Traits().scale) ?? sampleSize,
                traits: Traits(),
                extents: Dictionary(document.references.map { ($0.resource, sampleSize) }) {
                    first,
                    _ in first
                }
            )
        } catch {
            guard error.rule == .missingInk || error.rule == .emptyLayer else { return }
            throw SceneFault(error)
        }
        do throws(SceneFault) { try SceneFault.check(resolved.texts) } catch {
            if case .text(.textTooLong) = error.rule { throw error }
        }
    }

    /// Parses a scene with variables, and checks it with a sample of each variable.
    init(_ text: [UInt8], fontFamily: String) throws(ServiceError) {
        do throws(SceneFault) {
            let template = try SceneTemplate(text)
            let document = try SceneReader.read(template.whole, fontFamily: fontFamily)
            try Self.check(document)
            bytes = template.bytes
            // Numbers may be longer in the canonical text.
            guard bytes.count <= SceneReader.lengthLimit else {
                throw SceneFault(.tooLong(limit: SceneReader.lengthLimit), at: .root)
            }
            digest = Digest(of: bytes)
            var named = document.references
            if let backdrop = document.backdrop {
                named.append(.init(ResourceID(digest: backdrop.digest.hex), backdrop.pointer))
            }
            references = named.filter { $0.resource.digest != SceneVariable.placeholder.hex }
            guard Set(references.map(\.resource)).count <= SceneTemplate.imageLimit else {
                throw SceneFault(
                    .conflict(
                        reason:
                            "A stored scene names at most \(SceneTemplate.imageLimit) images: make "
                            + "others variables."
                    ),
                    at: .root
                )
            }
        } catch {
            throw .scene(error)
        }
    }
}
