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
        "contents":
            "Contents belong to a pane, like the contentView of a UIVisualEffectView.",
        "mask":
            "A mask on the container of an effect would cut off its backdrop: mask the panes.",
        "alpha":
            "An alpha on the container of an effect would cut off its backdrop: set it on each pane.",
        "image": "The image is the part 'image' of the form, or a stored one named by 'backdrop'.",
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
        let object = try value.object(["backdrop", "geometry", "direction", "panes"])
        var backdrop: SceneDocument.Backdrop?
        if let value = object["backdrop"] {
            let digest = try value.object(["digest"]).required("digest")
            backdrop = .init(digest: try self.digest(digest), pointer: digest.pointer)
        }
        let geometry = try object["geometry"].map(geometry)
        var panes: [Scene.Pane] = []
        for value in try object.required("panes").array("an array of panes") {
            panes.append(try pane(value))
        }
        var scene = Scene(panes: panes, direction: try object["direction"]?.word() ?? .auto)
        scene.geometry = geometry ?? Geometry()
        return SceneDocument(backdrop: backdrop, scene: scene, references: references)
    }

    // MARK: Panes

    private mutating func pane(_ value: SceneValue) throws(SceneFault) -> Scene.Pane {
        if case .object(let members) = value.json, members.contains(where: { $0.name == "panes" }) {
            throw SceneFault(
                .misplaced("panes", reason: "Panes have no panes: add a later one to the scene."),
                at: value.pointer.appending("panes")
            )
        }
        let object = try value.object([
            "shape", "frame", "corners", "points", "invert", "mask", "material", "filter", "edge",
            "kernel", "tint", "alpha", "blend", "group", "contents",
        ])
        var pane = Scene.Pane(
            shapes: [try shape(object)],
            isInverted: try object["invert"]?.flag() ?? false,
            effect: try effect(object),
            tint: try object["tint"]?.color(),
            alpha: try object["alpha"]?.number(in: 0...1) ?? 1,
            blend: try object["blend"]?.word() ?? .normal,
            group: try object["group"]?.string()
        )
        if let value = object["mask"] {
            let mask = try value.object(["digest", "part", "channel"])
            pane.mask = Mask(
                try picture(mask, at: value.pointer),
                channel: try mask["channel"]?.word() ?? .alpha
            )
        }
        for value in try object["contents"]?.array("an array of contents") ?? [] {
            pane.contents.append(try content(value))
        }
        return pane
    }

    private mutating func effect(_ object: SceneObject) throws(SceneFault) -> Scene.Pane.Effect {
        if let value = object["material"] {
            try object.refuse("filter", "A pane has a material or a filter, not both.")
            try object.refuse("edge", "The edge mode of a material is fixed.")
            try object.refuse("kernel", "The kernel of a material is fixed.")
            return .material(try value.material())
        }
        guard let value = object["filter"] else {
            try object.refuse("edge", "It has no effect without 'filter'.")
            try object.refuse("kernel", "It has no effect without 'filter'.")
            return .none
        }
        let text = try value.string("a filter list of CSS, such as \"blur(20px)\"")
        let list: FilterList
        do throws(FilterListError) { list = try FilterList(text) } catch {
            throw SceneFault(.filter(error), at: value.pointer)
        }
        if !list.hasBlur { try object.refuse("kernel", "It has no effect without 'blur()'.") }
        for resource in list.resources { references.append(.init(resource, value.pointer)) }
        let edge: EdgeMode = try object["edge"]?.word() ?? Scene.Pane.filterEdge
        if !list.sees(edge) { try object.refuse("edge", "It has no effect without a blur.") }
        let kernel: BlurKernel = try object["kernel"]?.word() ?? .gaussian
        do throws(EffectError) {
            let filters = try list.filters(edge: edge, kernel: kernel)
            return list.hasPoints ? .list(list, edge: edge, kernel: kernel) : .filters(filters)
        } catch {
            let pointer = object["edge"]?.pointer ?? value.pointer
            throw SceneFault(.unsupportedEdge(edge), at: pointer)
        }
    }
}

/// A scene, as parsed from its JSON text.
struct SceneDocument: Sendable {
    /// The stored picture beneath the panes, as the scene names it.
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

    /// The stored picture beneath the panes; nil if the request sends one.
    let backdrop: Backdrop?

    /// The panes, the direction of texts, and the geometry of the picture beneath.
    let scene: Scene

    /// The stored pictures that masks, filters and pictures in panes use.
    let references: [Reference]
}
