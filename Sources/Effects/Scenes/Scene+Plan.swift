// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Scene {
    /// Converts the scene to a plan for an image, with all lengths in pixels.
    ///
    /// The image gets its geometry first; the panes are in pixels of the result.
    ///
    /// Panes of one ``Pane/group`` capture the same backdrop; every other pane sees the panes
    /// beneath it. Panes share a step where possible: a pane that overlaps none of the panes before
    /// it joins the first step, because panes see nothing outside of their bounds.
    ///
    /// - Parameters:
    ///   - size: The image extent, upright.
    ///   - traits: The screen traits.
    /// - Returns: The plan, in pixels.
    /// - Throws: The first broken rule, with its place in the scene.
    package func plan(size: PixelSize, traits: Traits) throws(SceneError) -> Plan {
        try checkCounts()
        try checkGroups()
        let reshapings = try reshapings(of: size, traits: traits)
        let size = reshapings.size(of: size)
        var groups: [[Effects.Pane]] = []
        for (index, pane) in panes.enumerated() {
            let resolver = SceneResolver(size: size, traits: traits, direction: direction, index)
            let resolved = try resolver.pane(pane)
            if index > 0, pane.group != nil, pane.group == panes[index - 1].group {
                groups[groups.count - 1].append(resolved)
            } else {
                groups.append([resolved])
            }
        }
        return Plan(
            reshapings.map(Plan.Step.reshape) + Self.layers(groups).map(Plan.Step.panes)
        )
    }

    /// Plans the crop, the size and the rotation of the image beneath the panes.
    private func reshapings(
        of size: PixelSize,
        traits: Traits
    ) throws(SceneError) -> [Reshaping] {
        do throws(GeometryError) { return try geometry.steps(on: size, traits: traits) } catch {
            throw SceneError(.geometry(error), at: .geometry)
        }
    }

    /// Sorts groups of panes into layers to draw in order: each lies above all earlier groups that
    /// it overlaps.
    private static func layers(_ groups: [[Effects.Pane]]) -> [[Effects.Pane]] {
        var layers: [[Effects.Pane]] = []
        for group in groups {
            let beneath = layers.lastIndex { layer in
                layer.contains { below in
                    group.contains { !$0.bounds.intersection(below.bounds).isEmpty }
                }
            }
            let level = beneath.map { $0 + 1 } ?? 0
            if level == layers.count { layers.append([]) }
            layers[level] += group
        }
        return layers
    }

    private func checkCounts() throws(SceneError) {
        guard !panes.isEmpty else { throw SceneError(.noPanes, at: .scene) }
        guard panes.count <= SceneLimits.panes else {
            throw SceneError(.tooManyPanes, at: .scene)
        }
        var contentCount = 0
        var textByteCount = 0
        for (index, pane) in panes.enumerated() {
            contentCount += pane.contents.count
            guard contentCount <= SceneLimits.contents else {
                throw SceneError(.tooManyContents, at: .pane(index))
            }
            for (contentIndex, content) in pane.contents.enumerated() {
                guard case .text(let text) = content.form else { continue }
                for run in text.runs { textByteCount += run.text.utf8.count }
                guard textByteCount <= SceneLimits.textBytes else {
                    throw SceneError(.textsTooLong, at: .content(pane: index, contentIndex))
                }
            }
        }
    }

    /// Refuses groups whose panes are not consecutive, because all panes of a group share one
    /// backdrop.
    private func checkGroups() throws(SceneError) {
        var ended: Set<String> = []
        for (index, pane) in panes.enumerated() {
            if let group = pane.group {
                guard (1...SceneLimits.nameBytes).contains(group.utf8.count) else {
                    throw SceneError(.groupName, at: .pane(index))
                }
                guard !ended.contains(group) else {
                    throw SceneError(.interruptedGroup(group), at: .pane(index))
                }
            }
            if index + 1 < panes.count, let group = pane.group, panes[index + 1].group != group {
                ended.insert(group)
            }
        }
    }
}

extension Scene {
    /// A text that the scene draws, and its place in the scene, for errors.
    package struct PlacedText: Hashable, Sendable {
        /// The place in the scene: the index of the pane, and the index of the text on the pane.
        package let place: SceneError.Place
        /// The text with its layout, in pixels of the image.
        package let form: TextForm
    }

    /// Whether any pane contains a text.
    package var hasTexts: Bool {
        panes.contains { pane in
            pane.contents.contains { if case .text = $0.form { true } else { false } }
        }
    }

    /// All texts that the scene draws, in drawing order: for each text its shadow, then one copy
    /// for each of its inks.
    ///
    /// - Parameters:
    ///   - size: The image extent, upright.
    ///   - traits: The screen traits.
    /// - Returns: The texts, with their places in the scene.
    /// - Throws: The first broken rule, as in ``plan(size:traits:)``.
    package func texts(size: PixelSize, traits: Traits) throws(SceneError) -> [PlacedText] {
        var texts: [PlacedText] = []
        let size = try reshapings(of: size, traits: traits).size(of: size)
        for (index, pane) in panes.enumerated() {
            let resolver = SceneResolver(size: size, traits: traits, direction: direction, index)
            for (contentIndex, forms) in try resolver.texts(of: pane).enumerated() {
                let place = SceneError.Place.content(pane: index, contentIndex)
                texts += forms.map { PlacedText(place: place, form: $0) }
            }
        }
        return texts
    }
}
