// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

/// A parser of scenes, which are JSON texts.
struct SceneReader {
    /// The greatest length of a scene's JSON text, in bytes.
    static let lengthLimit = 64 << 10

    /// The digests of the pictures in the form, by the names of their form fields.
    let parts: [String: Digest]

    /// The font family of texts that do not name one.
    let fontFamily: String

    /// The stored pictures that the scene has named so far.
    var references: [SceneDocument.Reference] = []
    var usedParts: Set<String> = []

    /// Parses a scene from its JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - parts: The digests of the pictures in the form, by the names of their form fields.
    ///   - fontFamily: The font family of texts that do not name one.
    /// - Returns: The parsed scene; its rules are checked when its rendering steps are made.
    /// - Throws: The first fault, in the order of the members in the schema.
    static func read(
        _ bytes: [UInt8],
        parts: [String: Digest] = [:],
        fontFamily: String = TextForm.defaultFamily
    ) throws(SceneFault) -> SceneDocument {
        guard bytes.count <= lengthLimit else {
            throw SceneFault(.tooLong(limit: lengthLimit), at: .root)
        }
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader.read(bytes)
        } catch {
            throw SceneFault(.syntax(error), at: error.pointer)
        }
        return try read(json, parts: parts, fontFamily: fontFamily)
    }

    /// Reads a scene from its JSON value.
    static func read(
        _ json: JSONValue,
        parts: [String: Digest] = [:],
        fontFamily: String = TextForm.defaultFamily
    ) throws(SceneFault) -> SceneDocument {
        var reader = SceneReader(parts: parts, fontFamily: fontFamily)
        let document = try reader.document(SceneValue(json: json, pointer: .root))
        for name in parts.keys.sorted() where !reader.usedParts.contains(name) {
            throw SceneFault(.unusedPart(name), at: .root)
        }
        return document
    }

    private init(parts: [String: Digest], fontFamily: String) {
        self.parts = parts
        self.fontFamily = fontFamily
    }

    // MARK: The scene

    /// Members that callers often expect in a scene, with the reason why they do not belong there.
    private static let misplaced = [
        "mask":
            "A mask on the container of an effect would cut off its backdrop: mask the layers.",
        "alpha":
            "An alpha on the container of an effect would cut off its backdrop: set it on each layer.",
        "opacity":
            "An opacity of the container would cut off the backdrop of an effect: set it on each layer.",
        "image":
            "The image is the part 'image' of the form, or a stored one named by 'backdrop'. Images on it "
            + "are layers: \"layers\": [{\"image\": …}].",
    ]

    private mutating func document(_ value: SceneValue) throws(SceneFault) -> SceneDocument {
        if case .object(let members) = value.json {
            for (name, _) in members {
                guard let reason = Self.misplaced[name] else { continue }
                throw SceneFault(
                    .misplaced(name, reason: reason),
                    at: value.pointer.appending(name)
                )
            }
        }
        let object = try value.object(
            ["canvas", "backdrop", "geometry", "direction", "layers"],
            aliases: SceneAliases.common
        )
        if object["canvas"] != nil {
            try object.refuse(
                "backdrop",
                "A scene lies on a canvas or on an image: name one of them."
            )
            try object.refuse("geometry", "A canvas is made in its size: it has no geometry.")
        }
        var backdrop: SceneDocument.Backdrop?
        if let value = object["backdrop"] {
            let digest = try value.object(["digest"]).required("digest")
            backdrop = .init(digest: try self.digest(digest), pointer: digest.pointer)
        }
        let geometry = try object["geometry"].map(geometry)
        let canvas = try object["canvas"].map(canvas)
        if canvas == nil { _ = try object.required("layers") }
        let list = try layers(object["layers"])
        var scene = Scene(layers: list.layers, direction: try object["direction"]?.word() ?? .auto)
        scene.listName = list.name
        scene.geometry = geometry ?? Geometry()
        scene.canvas = canvas
        return SceneDocument(backdrop: backdrop, scene: scene, references: references)
    }
}

/// A scene, as parsed from its JSON text.
struct SceneDocument: Sendable {
    /// The stored picture beneath the layers, as the scene names it.
    struct Backdrop: Hashable, Sendable {
        /// The digest of the picture.
        let digest: Digest
        /// The location of the digest in the JSON text.
        let pointer: JSONPointer
    }

    /// A stored picture that the scene names by its digest.
    struct Reference: Hashable, Sendable {
        /// The identifier of the picture.
        let resource: ResourceID
        /// The location of the digest in the JSON text.
        let pointer: JSONPointer

        /// Creates a reference to a stored picture from its location in the JSON text.
        init(_ resource: ResourceID, _ pointer: JSONPointer) {
            self.resource = resource
            self.pointer = pointer
        }
    }

    /// The stored picture beneath the layers; nil if the request sends one, and for a canvas.
    let backdrop: Backdrop?

    /// The layers, the direction of texts, and the canvas or the geometry of the picture beneath.
    let scene: Scene

    /// The stored pictures that masks, filters and layers use.
    let references: [Reference]
}
