// SPDX-License-Identifier: Apache-2.0

import Raster

extension SceneResolver {
    /// Converts a layer without a pane, and the layers on it, to contents.
    ///
    /// A layer of several contents with an opacity or a blend mode, and one with a mask, becomes a
    /// group that is drawn apart.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - shapes: Its shapes, in pixels.
    ///   - surroundings: What it inherits.
    ///   - place: The place for errors.
    /// - Returns: The contents, in drawing order.
    /// - Throws: The first broken rule.
    mutating func contents(
        of layer: Scene.Layer,
        _ shapes: [Shape],
        _ surroundings: Surroundings,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        guard !layer.hasPanes else { throw SceneError(.effectApart, at: place) }
        let isGroup = layer.mustBeApart
        var outer = surroundings
        if isGroup { outer.material = nil }
        var contents = try box(of: layer, shapes, outer, at: place)
        let clip = Clip(shapes)
        var inner = Surroundings(frame: frame(of: layer, shapes), material: outer.material)
        if !layer.showsOverflow { inner.clips = [clip] }
        for (index, child) in layer.layers.enumerated() {
            let place = place.appending(layer.listName, index)
            try check(child, at: place)
            let shapes = try self.shapes(of: child, in: inner.frame, at: place)
            contents += try self.contents(of: child, shapes, inner, at: place)
        }
        contents += try border(of: layer, shapes, isCut: false, at: place)
        guard isGroup else {
            return contents.map {
                $0.faded(layer.alpha).blended(layer.blend).clipped(to: surroundings.clips)
            }
        }
        // Such modes also change what lies beneath the layer where it is transparent.
        let own = layer.blend.isUnbounded ? [clip] : []
        if contents.isEmpty { contents = [Content(.shape(shapes[0]), ink: .own(0))] }
        return [
            Content(
                .group(contents),
                ink: .own(layer.alpha == 0 ? 0 : layer.alpha),
                clips: own,
                mask: layer.mask.map {
                    PaneCoverage.PlacedMask($0, frame: frame(of: layer, shapes))
                },
                blend: layer.blend
            ).clipped(to: surroundings.clips)
        ]
    }

    /// The shadows, the backgrounds and the content of a layer.
    mutating func box(
        of layer: Scene.Layer,
        _ shapes: [Shape],
        _ surroundings: Surroundings,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        var contents = try outerShadows(of: layer, shapes, at: place)
        contents += try fillings(of: layer, shapes, isCut: false, at: place)
        let shown = try shown(
            by: layer,
            in: frame(of: layer, shapes),
            surroundings,
            shapes: shapes,
            at: place
        )
        // Texts may reach beyond their frame, images only beyond the corners.
        if case .picture = layer.content, !layer.showsOverflow {
            return contents + shown.map { $0.clipped(to: [Clip(shapes)]) }
        }
        return contents + shown
    }

    /// The image, the text or the area that a layer shows: a text as its shadow and one copy for each
    /// of its inks.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - frame: Its frame.
    ///   - surroundings: What it inherits.
    ///   - shapes: Its shapes; nil for the whole frame.
    ///   - place: The place for errors.
    /// - Returns: The contents; none for a layer that shows nothing.
    /// - Throws: The first broken rule.
    mutating func shown(
        by layer: Scene.Layer,
        in frame: Rectangle,
        _ surroundings: Surroundings,
        shapes: [Shape]? = nil,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        let material = layer.material ?? surroundings.material
        switch layer.content {
        case nil: return []
        case .picture(let picture):
            let form = try self.picture(picture, in: frame, at: place)
            return [Content(.picture(form), ink: try ink(of: layer, on: material, at: place))]
        case .text(let text):
            var inks: [Ink] = []
            for run in text.runs {
                inks.append(try ink(of: layer, colored: run.color, on: material, at: place))
            }
            let drawn = try texts(
                text,
                inks: inks,
                in: frame,
                on: surroundings.frame,
                at: place
            )
            texts += drawn.flatMap(\.texts).map { Scene.PlacedText(place: place, form: $0) }
            return drawn
        case .fill:
            let ink = try ink(of: layer, on: material, at: place)
            return (shapes ?? [.rectangle(frame, .square)]).map { Content(.shape($0), ink: ink) }
        }
    }

    /// The ink of a layer, or of a run of text that has a color of its own.
    private func ink(
        of layer: Scene.Layer,
        colored own: StraightColor? = nil,
        on material: MaterialStyle?,
        at place: SceneError.Place
    ) throws(SceneError) -> Ink {
        switch layer.ink {
        case .own:
            if let own { return .color(own) }
            guard case .picture = layer.content else { throw SceneError(.missingInk, at: place) }
            return .own(1)
        case .color(let color): return .color(own ?? color)
        case .vibrancy(let style, let color):
            do throws(VibrancyRefusal) {
                return try style.ink(on: material, traits: traits, tint: own ?? color)
            } catch {
                switch error {
                case .noMaterial: throw SceneError(.vibrancyWithoutMaterial, at: place)
                }
            }
        }
    }

    private func picture(
        _ picture: Scene.Picture,
        in frame: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> PictureForm {
        if let scale = picture.scale, !SceneLimits.pictureScale.contains(scale) {
            throw SceneError(.pictureScale, at: place)
        }
        if let caps = picture.caps {
            guard picture.mode == .stretch else { throw SceneError(.capsWithoutStretch, at: place) }
            let insets = [caps.top, caps.left, caps.bottom, caps.right]
            guard insets.allSatisfy(SceneLimits.capInset.contains) else {
                throw SceneError(.capInset, at: place)
            }
        }
        return PictureForm(
            picture: picture.picture,
            frame: frame,
            mode: picture.mode,
            position: picture.mode.hasPosition ? picture.position : .center,
            positionScale: picture.position.hasPoints ? scale : 1,
            crop: try picture.crop.map { part throws(SceneError) in try crop(part, at: place) },
            // Unless some part keeps its own size, the scale has no effect and must not distinguish
            // plans.
            scale: picture.mode.keepsSize || picture.caps != nil
                ? picture.scale.map { scale / $0 } ?? 1 : 1,
            caps: picture.caps,
            isMirrored: picture.followsDirection && direction == .rtl
        )
    }
}

extension SceneResolver {
    /// Converts the shown part of an image, and refuses an empty one.
    func crop(
        _ frame: Scene.Frame,
        at place: SceneError.Place
    ) throws(SceneError) -> PictureForm.Crop {
        guard let crop = PictureForm.Crop(frame, scale: scale) else {
            throw SceneError(.emptyCrop, at: place)
        }
        return crop
    }
}

extension Scene.Layer {
    /// Whether the layer is drawn on a transparent layer, which is then laid on what lies beneath.
    fileprivate var mustBeApart: Bool {
        if mask != nil || blend.isUnbounded { return true }
        if alpha == 1 && blend == .normal { return false }
        // Contents that do not overlap, or of which there is one, need no layer of their own.
        let boxes = backgrounds.count + shadows.count + layers.count + (border == nil ? 0 : 1)
        guard boxes > 0 else {
            guard case .text(let text) = content else { return false }
            return blend != .normal && (text.shadow != nil || text.runs.count > 1)
        }
        return boxes > 1 || content != nil || !layers.isEmpty
    }
}
