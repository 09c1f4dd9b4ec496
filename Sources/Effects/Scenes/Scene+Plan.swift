// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Scene {
    /// A text that the scene draws, and its place in the scene, for errors.
    package struct PlacedText: Hashable, Sendable {
        /// The place of the layer in the scene.
        package let place: SceneError.Place
        /// The text with its layout, in pixels of the image.
        package let form: TextForm
    }

    /// A plan, and the texts that it draws.
    package struct Resolved: Sendable {
        /// The plan, in pixels.
        package let plan: Plan
        /// All texts in drawing order: for each text its shadow, then one copy for each of its inks.
        package let texts: [PlacedText]
    }

    /// Converts the scene to a plan for an image, with all lengths in pixels.
    ///
    /// - Parameters:
    ///   - size: The image extent, upright.
    ///   - traits: The screen traits.
    /// - Returns: The plan, in pixels.
    /// - Throws: The first broken rule, with its place in the scene.
    package func plan(size: PixelSize, traits: Traits) throws(SceneError) -> Plan {
        try resolved(size: size, traits: traits).plan
    }

    /// Converts the scene to a plan for an image, with all lengths in pixels, and collects its texts.
    ///
    /// The image gets its geometry first; the layers are in pixels of the result.
    ///
    /// Layers of one ``Layer/group`` capture the same backdrop; every other layer sees the layers
    /// beneath it. Layers without an effect are drawn together where that takes no more work. Panes
    /// share a step where possible: a pane that overlaps none of the panes before it joins the first
    /// step, because panes see nothing outside of their bounds.
    ///
    /// - Parameters:
    ///   - size: The image extent, upright.
    ///   - traits: The screen traits.
    ///   - extents: The sizes of the images that layers show.
    /// - Returns: The plan, in pixels, and the texts with their places in the scene.
    /// - Throws: The first broken rule, with its place in the scene.
    package func resolved(
        size: PixelSize,
        traits: Traits,
        extents: [ResourceID: PixelSize] = [:]
    ) throws(SceneError) -> Resolved {
        guard !layers.isEmpty || canvas != nil else { throw SceneError(.noLayers, at: .scene) }
        var counts = Counts()
        try counts.add(layers, .path([]), listName)
        let reshapings = try reshapings(of: size, traits: traits)
        let size = reshapings.size(of: size)
        var resolver = SceneResolver(
            size: size,
            traits: traits,
            direction: direction,
            extents: extents
        )
        if let canvas { resolver.fill(canvas) }
        for (index, layer) in layers.enumerated() {
            try resolver.draw(layer, at: .path([.init(list: listName, index: index)]))
        }
        return Resolved(
            plan: Plan(
                reshapings.map(Plan.Step.reshape)
                    + Self.steps(resolver.groups.map(\.panes)).map(Plan.Step.panes)
            ),
            texts: resolver.texts
        )
    }

    /// Plans the crop, the size and the rotation of the image beneath the layers.
    private func reshapings(
        of size: PixelSize,
        traits: Traits
    ) throws(SceneError) -> [Reshaping] {
        do throws(GeometryError) { return try geometry.steps(on: size, traits: traits) } catch {
            throw SceneError(.geometry(error), at: .geometry)
        }
    }

    /// Sorts groups of panes into steps to draw in order: each lies above all earlier groups that
    /// it overlaps.
    private static func steps(_ groups: [[Pane]]) -> [[Pane]] {
        var steps: [[Pane]] = []
        for group in groups {
            let beneath = steps.lastIndex { step in
                step.contains { below in
                    group.contains { !$0.bounds.intersection(below.bounds).isEmpty }
                }
            }
            let level = beneath.map { $0 + 1 } ?? 0
            if level == steps.count { steps.append([]) }
            steps[level] += group
        }
        return steps
    }

    /// The numbers of layers and text bytes, which have limits.
    private struct Counts {
        private var layers = 0
        private var panes = 0
        private var textBytes = 0

        /// Counts the layers of a list and all layers on them, and checks their groups.
        mutating func add(
            _ list: [Layer],
            _ parent: SceneError.Place,
            _ name: ListName
        ) throws(SceneError) {
            for (index, layer) in list.enumerated() {
                let place = parent.appending(name, index)
                layers += 1
                if layer.isPane { panes += 1 }
                guard layers <= SceneLimits.layers else {
                    throw SceneError(.tooManyLayers, at: place)
                }
                guard panes <= SceneLimits.panes else { throw SceneError(.tooManyPanes, at: place) }
                guard place.depth <= SceneLimits.depth else {
                    throw SceneError(.tooDeep, at: place)
                }
                if case .text(let text) = layer.content {
                    for run in text.runs { textBytes += run.text.utf8.count }
                }
                guard textBytes <= SceneLimits.textBytes else {
                    throw SceneError(.textsTooLong, at: place)
                }
                try add(layer.layers, place, layer.listName)
            }
            try Self.checkGroups(of: list, parent, name)
        }

        /// Refuses groups whose layers are not consecutive, because all layers of a group share one
        /// backdrop.
        private static func checkGroups(
            of list: [Layer],
            _ parent: SceneError.Place,
            _ name: ListName
        ) throws(SceneError) {
            var ended: Set<String> = []
            for (index, layer) in list.enumerated() {
                guard let group = layer.group else { continue }
                guard (1...SceneLimits.nameBytes).contains(group.utf8.count) else {
                    throw SceneError(.groupName, at: parent.appending(name, index))
                }
                guard !ended.contains(group) else {
                    throw SceneError(.interruptedGroup(group), at: parent.appending(name, index))
                }
                if index + 1 < list.count, list[index + 1].group != group { ended.insert(group) }
            }
        }
    }
}

extension Scene {
    /// Whether any layer has a text.
    package var hasTexts: Bool { layers.contains(where: \.hasTexts) }
}

extension Scene.Layer {
    /// Whether the layer, or any layer on it, has a text.
    fileprivate var hasTexts: Bool {
        if case .text = content { return true }
        return layers.contains(where: \.hasTexts)
    }

    /// Whether the layer captures its backdrop, as a pane does.
    var isPane: Bool { effect != .none || tint != nil || isInverted || group != nil }

    /// Whether the layer is a pane, or has one on it.
    var hasPanes: Bool { isPane || layers.contains(where: \.hasPanes) }

    /// Whether the layer is drawn directly on what lies beneath, without a blend of its own.
    var isPlain: Bool { alpha == 1 && blend == .normal && mask == nil }

    /// The material of the layer; nil if it has another effect or none.
    var material: MaterialStyle? {
        if case .material(let style) = effect { style } else { nil }
    }

    /// Whether the layer draws nothing, so that it would change nothing.
    var isEmpty: Bool {
        content == nil && layers.isEmpty && backgrounds.isEmpty && shadows.isEmpty && border == nil
            && effect == .none && tint == nil && !blend.isUnbounded
    }
}
