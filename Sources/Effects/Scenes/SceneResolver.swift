// SPDX-License-Identifier: Apache-2.0

import Raster

/// Converts the layers of a scene to panes in pixels of the image, and checks their rules.
///
/// Layers without an effect on their backdrop become contents: of the pane on which they lie, or of
/// a pane without filters that is made for them.
struct SceneResolver {
    /// Panes that see the same backdrop.
    struct Group {
        /// The panes.
        fileprivate(set) var panes: [Pane]
        /// The list of layers and the name of the group; nil for a single layer.
        fileprivate let name: Name?
        /// Whether it is one pane without filters, made for contents, so that more can be added.
        fileprivate let isPlain: Bool

        /// The name of a group in a list of layers.
        fileprivate struct Name: Hashable {
            let list: SceneError.Place
            let name: String
        }
    }

    /// The values that a layer inherits from the layers on which it lies.
    struct Surroundings {
        /// The rectangle to which percentages refer.
        var frame: Rectangle
        /// The areas outside of which nothing is drawn.
        var clips: [Clip] = []
        /// The material beneath; nil without one, and for layers that are drawn apart.
        var material: MaterialStyle?
    }

    private let size: PixelSize
    let traits: Traits
    /// The pixels per point.
    let scale: Double
    let direction: TextForm.Direction
    /// The sizes of the images that layers show.
    let extents: [ResourceID: PixelSize]

    /// The panes, in drawing order.
    private(set) var groups: [Group] = []

    /// The texts, in drawing order.
    var texts: [Scene.PlacedText] = []

    init(
        size: PixelSize,
        traits: Traits,
        direction: TextForm.Direction,
        extents: [ResourceID: PixelSize]
    ) {
        self.size = size
        self.traits = traits
        scale = traits.scale
        self.direction = direction
        self.extents = extents
    }

    /// The rectangle of the whole image.
    private var picture: Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    // MARK: Drawing

    /// Draws the gradient of a canvas; its color is drawn before the layers.
    mutating func fill(_ canvas: Scene.Canvas) {
        guard case .gradient = canvas.background.paint else { return }
        add([content(canvas.background, of: .rectangle(picture, .square), in: picture)])
    }

    /// Draws a layer of the scene.
    mutating func draw(_ layer: Scene.Layer, at place: SceneError.Place) throws(SceneError) {
        try draw(layer, in: Surroundings(frame: picture), at: place, isOutermost: true)
    }

    private mutating func draw(
        _ layer: Scene.Layer,
        in surroundings: Surroundings,
        at place: SceneError.Place,
        isOutermost: Bool = false
    ) throws(SceneError) {
        try check(layer, at: place)
        let shapes = try shapes(of: layer, in: surroundings.frame, at: place)
        if isOutermost { try checkPlace(of: shapes, at: place) }
        if layer.isPane { return try drawPane(layer, shapes, surroundings, at: place) }
        guard layer.hasPanes else {
            return add(try contents(of: layer, shapes, surroundings, at: place))
        }
        guard layer.isPlain else { throw SceneError(.effectApart, at: place) }
        let clips = surroundings.clips
        add(try box(of: layer, shapes, surroundings, at: place).map { $0.clipped(to: clips) })
        try drawLayers(layer.layers[...], of: layer, shapes, surroundings, at: place)
    }

    /// Draws the layers on a layer, and its border.
    private mutating func drawLayers(
        _ layers: ArraySlice<Scene.Layer>,
        of layer: Scene.Layer,
        _ shapes: [Shape],
        _ surroundings: Surroundings,
        at place: SceneError.Place
    ) throws(SceneError) {
        var inner = surroundings
        inner.frame = frame(of: layer, shapes)
        if !layer.showsOverflow {
            inner.clips.append(Clip(shapes, isInverted: layer.isInverted))
        }
        inner.material = layer.material ?? surroundings.material
        for (index, child) in zip(layers.indices, layers) {
            try draw(child, in: inner, at: place.appending(layer.listName, index))
        }
        add(
            try border(of: layer, shapes, isCut: false, at: place)
                .map { $0.clipped(to: surroundings.clips) }
        )
    }

    /// Draws a layer that captures its backdrop.
    private mutating func drawPane(
        _ layer: Scene.Layer,
        _ shapes: [Shape],
        _ surroundings: Surroundings,
        at place: SceneError.Place
    ) throws(SceneError) {
        let frame = frame(of: layer, shapes)
        // Layers from the first one that sees this pane are drawn after it.
        let apart = layer.layers.firstIndex(where: \.hasPanes) ?? layer.layers.endIndex
        let isWhole = apart == layer.layers.endIndex
        guard isWhole || layer.isPlain else { throw SceneError(.effectApart, at: place) }
        var contents = try fillings(of: layer, shapes, isCut: true, at: place)
        contents += try shown(by: layer, in: frame, surroundings, at: place)
        let inner = Surroundings(frame: frame, material: layer.material ?? surroundings.material)
        for (index, child) in layer.layers[..<apart].enumerated() {
            let place = place.appending(layer.listName, index)
            try check(child, at: place)
            let shapes = try self.shapes(of: child, in: frame, at: place)
            contents += try self.contents(of: child, shapes, inner, at: place)
        }
        if isWhole { contents += try border(of: layer, shapes, isCut: true, at: place) }
        let pane = Pane(
            bounds: bounds(of: shapes, isInverted: layer.isInverted),
            coverage: PaneCoverage(
                shapes: shapes,
                isInverted: layer.isInverted,
                mask: layer.mask.map { PaneCoverage.PlacedMask($0, frame: frame) },
                clips: surroundings.clips
            ),
            filters: try filters(of: layer, at: place),
            contents: contents,
            alpha: layer.alpha == 0 ? 0 : layer.alpha,
            blend: layer.blend
        )
        if !pane.bounds.isEmpty { append(pane, name: layer.group.map { (place, $0) }) }
        // Outside of the pane, which sees nothing of them.
        add(
            try outerShadows(of: layer, shapes, at: place).map {
                $0.faded(layer.alpha).clipped(to: surroundings.clips)
            }
        )
        guard !isWhole else { return }
        try drawLayers(layer.layers[apart...], of: layer, shapes, surroundings, at: place)
    }

    /// Appends a pane to its group, or as a group of its own.
    private mutating func append(_ pane: Pane, name: (place: SceneError.Place, String)?) {
        let name = name.map { Group.Name(list: $0.place.list, name: $0.1) }
        if let name, let index = groups.lastIndex(where: { $0.name == name }) {
            groups[index].panes.append(pane)
        } else {
            groups.append(Group(panes: [pane], name: name, isPlain: false))
        }
    }

    /// Draws contents on everything so far: with the contents before them where that takes no more
    /// work, else on a pane of their own.
    private mutating func add(_ contents: [Content]) {
        let bounds = contents.map { $0.reach.pixels(within: size) }.filter { !$0.isEmpty }
        guard let first = bounds.first else { return }
        let own = bounds.dropFirst().reduce(first) { $0.union($1) }
        if let last = groups.last, last.isPlain, let pane = last.panes.first {
            let union = pane.bounds.union(own)
            if union.size.pixelCount <= pane.bounds.size.pixelCount + own.size.pixelCount {
                groups.removeLast()
                append(pane.contents + contents, on: union)
                return
            }
        }
        append(contents, on: own)
    }

    private mutating func append(_ contents: [Content], on bounds: PixelRect) {
        let pane = Pane(
            bounds: bounds,
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: [],
            contents: contents
        )
        groups.append(Group(panes: [pane], name: nil, isPlain: true))
    }

    // MARK: Rules

    func check(_ layer: Scene.Layer, at place: SceneError.Place) throws(SceneError) {
        guard (1...SceneLimits.shapes).contains(layer.shapes.count) else {
            throw SceneError(.shapeCount, at: place)
        }
        guard (0...1).contains(layer.alpha) else { throw SceneError(.alpha, at: place) }
        guard !layer.isEmpty else { throw SceneError(.emptyLayer, at: place) }
        let hasBox = layer.border != nil || !layer.shadows.isEmpty
        guard !(layer.isInverted && hasBox) else { throw SceneError(.invertedBox, at: place) }
        if case .vibrancy = layer.ink, layer.blend != .normal {
            throw SceneError(.blendOfVibrancy, at: place)
        }
        if layer.isPane { try checkPane(layer, at: place) }
    }

    private func checkPane(
        _ layer: Scene.Layer,
        at place: SceneError.Place
    ) throws(SceneError) {
        let hasShadow = layer.shadows.contains { !$0.isInside }
        let isApart = layer.mask != nil || layer.blend != .normal || layer.group != nil
        guard !(hasShadow && isApart) else { throw SceneError(.shadowOfEffect, at: place) }
        guard !layer.showsOverflow || layer.layers.isEmpty else {
            throw SceneError(.overflowOfEffect, at: place)
        }
    }

    /// Refuses shapes outside of the image.
    private func checkPlace(
        of shapes: [Shape],
        at place: SceneError.Place
    ) throws(SceneError) {
        for shape in shapes where shape.bounds.pixels(within: size).isEmpty {
            throw SceneError(.outsidePicture(width: size.width, height: size.height), at: place)
        }
    }

    /// The pixels that a pane captures.
    private func bounds(of shapes: [Shape], isInverted: Bool) -> PixelRect {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let parts = shapes.map { $0.bounds.pixels(within: size) }
        return isInverted ? whole : parts.dropFirst().reduce(parts[0]) { $0.union($1) }
    }

    /// The rectangle to which percentages of the layers on a layer refer: the bounds of its only
    /// shape; the image if it has several, or covers their outside.
    func frame(of layer: Scene.Layer, _ shapes: [Shape]) -> Rectangle {
        shapes.count == 1 && !layer.isInverted ? shapes[0].bounds : picture
    }

    // MARK: Filters

    private func filters(
        of layer: Scene.Layer,
        at place: SceneError.Place
    ) throws(SceneError) -> [Filter] {
        let tint: [Filter] = layer.tint.map { [.tint($0)] } ?? []
        switch layer.effect {
        case .none: return tint
        case .material(let style):
            guard !style.takesTint else { return style.filters(traits, tint: layer.tint) }
            return style.filters(traits) + tint
        case .resolved, .list:
            let filters = try listed(layer.effect, at: place)
            guard filters.allSatisfy({ !$0.details.enlarges }) else {
                throw SceneError(.growingFilter, at: place)
            }
            return filters + tint
        }
    }

    /// The filters of an effect, with lengths in pixels; none if the effect is a material.
    private func listed(
        _ effect: Scene.Layer.Effect,
        at place: SceneError.Place
    ) throws(SceneError) -> [Filter] {
        switch effect {
        case .none, .material: return []
        case .resolved(let resolved): return resolved.filters
        case .list(let list, let edge, let kernel):
            let scaled: FilterList
            do throws(FilterListError) { scaled = try list.scaled(by: scale) } catch {
                throw SceneError(.filter(error), at: place)
            }
            do throws(EffectError) { return try scaled.filters(edge: edge, kernel: kernel) } catch {
                throw SceneError(.filterEdge, at: place)
            }
        }
    }
}
