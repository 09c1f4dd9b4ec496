// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

extension SceneReader {
    /// The kinds of what a layer shows, by the member that only layers of that kind have.
    private enum Kind: String, CaseIterable {
        case text, runs, image

        /// The other members of such layers.
        var members: [String] {
            switch self {
            case .text, .runs:
                [
                    "font", "fontFamily", "fontSize", "fontWeight", "letterSpacing",
                    "underline",
                    "strikethrough", "lineHeight", "maximumLines", "shadow", "alignment",
                    "position", "wrapping", "direction",
                ]
            case .image: ["fit", "mode", "position", "crop", "scale", "caps", "followsDirection"]
            }
        }
    }

    /// The members that every layer may have.
    private static let common = [
        "shape", "frame", "corners", "cornerCurve", "points", "invert", "mask", "material",
        "filter", "edge", "kernel", "tint", "background", "boxShadow", "border", "color",
        "vibrancy",
        "overflow", "opacity", "blend", "group", "layers",
    ]

    /// Reads a list of layers, by any of its names.
    mutating func layers(
        _ value: SceneValue?
    ) throws(SceneFault) -> (layers: [Scene.Layer], name: Scene.ListName) {
        guard let value else { return ([], .layers) }
        var layers: [Scene.Layer] = []
        for element in try value.array("an array of layers") { layers.append(try layer(element)) }
        return (layers, Scene.ListName(rawValue: value.pointer.lastName) ?? .layers)
    }

    private mutating func layer(_ value: SceneValue) throws(SceneFault) -> Scene.Layer {
        guard case .object(let all) = value.json else { throw value.malformed("an object") }
        // Generated clients, such as those for Java, write an absent list as an empty one.
        let members = all.filter { member in
            member.name != Kind.runs.rawValue
                || !SceneValue(json: member.value, pointer: value.pointer).isEmptyArray
        }
        let kinds = members.compactMap { member in
            Kind(rawValue: SceneAliases.common[member.name] ?? member.name)
        }
        guard kinds.count < 2 else {
            throw SceneFault(.needsOne(of: Kind.allCases.map(\.rawValue)), at: value.pointer)
        }
        let kind = kinds.first
        let object = try SceneObject(
            members,
            at: value.pointer,
            knows: (kind.map { [$0.rawValue] + $0.members } ?? []) + Self.common,
            aliases: SceneAliases.of(isText: kind == .text || kind == .runs)
        )
        var layer = Scene.Layer(
            shapes: [try shape(object)],
            isInverted: try object["invert"]?.flag() ?? false,
            effect: try effect(object),
            tint: try object["tint"]?.color(),
            alpha: try object["opacity"]?.number(in: 0...1) ?? 1,
            blend: try object["blend"]?.blend() ?? .normal,
            group: try object["group"]?.string()
        )
        layer.mask = try object["mask"].map { value throws(SceneFault) in try mask(value) }
        layer.backgrounds = try object["background"].map(fills) ?? []
        layer.shadows = try object["boxShadow"].map(shadows) ?? []
        layer.border = try object["border"].map(border)
        layer.showsOverflow = try overflow(object)
        layer.content = try content(kind, object)
        layer.ink = try ink(object)
        let list = try layers(object["layers"])
        (layer.layers, layer.listName) = (list.layers, list.name)
        return layer
    }

    /// Reads what a layer shows: a text, an image, or its area in a color.
    private mutating func content(
        _ kind: Kind?,
        _ object: SceneObject
    ) throws(SceneFault) -> Scene.Layer.Form? {
        switch kind {
        case .text, .runs: return .text(try text(object))
        case .image: return .picture(try picture(object))
        case nil: return object["color"] == nil && object["vibrancy"] == nil ? nil : .fill
        }
    }

    private func ink(_ object: SceneObject) throws(SceneFault) -> Scene.Layer.Ink {
        let color = try object["color"]?.color()
        if let style = object["vibrancy"] { return .vibrancy(try style.word(), color) }
        return color.map(Scene.Layer.Ink.color) ?? .own
    }

    private mutating func mask(_ value: SceneValue) throws(SceneFault) -> Mask {
        let mask = try value.object(["digest", "part", "channel"])
        return Mask(
            try picture(mask, at: value.pointer),
            channel: try mask["channel"]?.word() ?? .alpha
        )
    }

    private enum Overflow: String, CaseIterable {
        case hidden, visible
    }

    private func overflow(_ object: SceneObject) throws(SceneFault) -> Bool {
        guard let value = object["overflow"] else { return false }
        // UIKit's clipsToBounds is the same the other way round.
        if value.pointer.lastName == "clipsToBounds" { return try !value.flag() }
        let overflow: Overflow = try value.word()
        return overflow == .visible
    }

    // MARK: Effects

    private mutating func effect(_ object: SceneObject) throws(SceneFault) -> Scene.Layer.Effect {
        if let value = object["material"] {
            try object.refuse("filter", "A layer has a material or a filter, not both.")
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
        let edge: EdgeMode = try object["edge"]?.word() ?? Scene.Layer.filterEdge
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

extension SceneValue {
    /// Reads a blend mode: a word of CSS or of a canvas, or another name of one.
    fileprivate func blend() throws(SceneFault) -> BlendMode {
        if case .string(let text) = json {
            if ["source-over", "sourceOver"].contains(text) { return .normal }
            if text == "lighter" { return .plusLighter }
        }
        return try word()
    }
}
