// SPDX-License-Identifier: Apache-2.0

import Raster

/// Converts one pane of a scene to pixels of the image, and checks its rules.
struct SceneResolver {
    private let size: PixelSize
    private let traits: Traits
    /// The pixels per point.
    let scale: Double
    let direction: TextForm.Direction
    private let index: Int

    init(size: PixelSize, traits: Traits, direction: TextForm.Direction, _ index: Int) {
        self.size = size
        self.traits = traits
        scale = traits.scale
        self.direction = direction
        self.index = index
    }

    private var place: SceneError.Place { .pane(index) }

    /// The rectangle of the whole image, to which percentages of panes refer.
    private var picture: Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    // MARK: Panes

    func pane(_ pane: Scene.Pane) throws(SceneError) -> Pane {
        guard (1...SceneLimits.shapes).contains(pane.shapes.count) else {
            throw SceneError(.shapeCount, at: place)
        }
        guard (0...1).contains(pane.alpha) else { throw SceneError(.alpha, at: place) }
        let shapes = try shapes(of: pane)
        let bounds = try bounds(of: shapes, isInverted: pane.isInverted)
        let frame = frame(of: pane, shapes)
        let contents = try contents(of: pane, in: frame).flatMap(\.self)
        let result = Pane(
            bounds: bounds,
            coverage: PaneCoverage(
                shapes: shapes,
                isInverted: pane.isInverted,
                mask: pane.mask.map { PaneCoverage.PlacedMask($0, frame: frame) }
            ),
            filters: try filters(of: pane),
            contents: contents,
            alpha: pane.alpha == 0 ? 0 : pane.alpha,
            blend: pane.blend
        )
        guard !pane.isEmpty else { throw SceneError(.emptyPane, at: place) }
        return result
    }

    private func shapes(of pane: Scene.Pane) throws(SceneError) -> [Shape] {
        var shapes: [Shape] = []
        for shape in pane.shapes { shapes.append(try self.shape(shape, in: picture, at: place)) }
        return shapes
    }

    /// The rectangle to which percentages of a pane's contents refer: the bounds of its only shape;
    /// the image if it has several, or covers their outside.
    private func frame(of pane: Scene.Pane, _ shapes: [Shape]) -> Rectangle {
        shapes.count == 1 && !pane.isInverted ? shapes[0].bounds : picture
    }

    private func bounds(of shapes: [Shape], isInverted: Bool) throws(SceneError) -> PixelRect {
        let parts = shapes.map { $0.bounds.pixels(within: size) }
        for part in parts where part.isEmpty {
            throw SceneError(.outsidePicture(width: size.width, height: size.height), at: place)
        }
        if isInverted { return PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
        return parts.dropFirst().reduce(parts[0]) { $0.union($1) }
    }

    private func filters(of pane: Scene.Pane) throws(SceneError) -> [Filter] {
        let tint: [Filter] = pane.tint.map { [.tint($0)] } ?? []
        switch pane.effect {
        case .none: return tint
        case .material(let style):
            guard !style.takesTint else { return style.filters(traits, tint: pane.tint) }
            return style.filters(traits) + tint
        case .resolved, .list:
            let filters = try listed(pane.effect)
            guard filters.allSatisfy({ !$0.details.enlarges }) else {
                throw SceneError(.growingFilter, at: place)
            }
            return filters + tint
        }
    }

    /// The filters of an effect, with lengths in pixels; none if the effect is a material.
    private func listed(_ effect: Scene.Pane.Effect) throws(SceneError) -> [Filter] {
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

    // MARK: Contents

    /// The texts to draw for each image, text or shape on a pane: for a text, its shadow and one
    /// copy for each ink; for the others, none.
    func texts(of pane: Scene.Pane) throws(SceneError) -> [[TextForm]] {
        let frame = frame(of: pane, try shapes(of: pane))
        return try contents(of: pane, in: frame).map { contents in
            contents.compactMap { if case .text(let form) = $0.form { form } else { nil } }
        }
    }

    /// Converts each image, text or shape on a pane to what is drawn: a text to its shadow and
    /// one copy for each ink.
    private func contents(
        of pane: Scene.Pane,
        in frame: Rectangle
    ) throws(SceneError) -> [[Content]] {
        var contents: [[Content]] = []
        for (contentIndex, content) in pane.contents.enumerated() {
            let place = SceneError.Place.content(pane: index, contentIndex)
            contents.append(try self.contents(content, on: pane, in: frame, at: place))
        }
        return contents
    }

    /// Converts an image or a shape to one drawn form, and a text to its shadow and one copy for
    /// each of its inks.
    private func contents(
        _ content: Scene.Content,
        on pane: Scene.Pane,
        in frame: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        guard (0...1).contains(content.alpha) else { throw SceneError(.alpha, at: place) }
        let form: Content.Form
        switch content.form {
        case .picture(let picture):
            form = .picture(try self.picture(picture, in: frame, at: place))
        case .text(let text):
            var inks: [Ink] = []
            for run in text.runs {
                inks.append(try ink(of: content, colored: run.color, on: pane, at: place))
            }
            return try texts(text, inks: inks, alpha: content.alpha, in: frame, at: place)
        case .shape(let shape): form = .shape(try self.shape(shape, in: frame, at: place))
        }
        return [Content(form, ink: try ink(of: content, on: pane, at: place))]
    }

    /// The ink of an image, text or shape, or of a run of text that has a color of its own.
    private func ink(
        of content: Scene.Content,
        colored own: StraightColor? = nil,
        on pane: Scene.Pane,
        at place: SceneError.Place
    ) throws(SceneError) -> Ink {
        let alpha = content.alpha == 0 ? 0 : content.alpha
        switch content.ink {
        case .own:
            if let own { return Ink.color(own).faded(alpha) }
            guard case .picture = content.form else { throw SceneError(.missingInk, at: place) }
            return .own(alpha)
        case .color(let color):
            return Ink.color(own ?? color).faded(alpha)
        case .vibrancy(let style, let color):
            do throws(VibrancyRefusal) {
                return try style.ink(on: pane.material, traits: traits, tint: own ?? color)
                    .faded(alpha)
            } catch {
                switch error {
                case .noMaterial: throw SceneError(.vibrancyWithoutMaterial, at: place)
                }
            }
        }
    }

    private func picture(
        _ picture: Scene.Picture,
        in parent: Rectangle,
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
            frame: try rectangle(picture.frame, in: parent, at: place),
            mode: picture.mode,
            // Unless some part keeps its own size, the scale has no effect and must not distinguish
            // plans.
            scale: picture.mode == .center || picture.caps != nil
                ? picture.scale.map { scale / $0 } ?? 1 : 1,
            caps: picture.caps,
            isMirrored: picture.followsDirection && direction == .rtl
        )
    }
}

extension Scene.Pane {
    /// The material of the pane; nil if it has another effect or none.
    fileprivate var material: MaterialStyle? {
        if case .material(let style) = effect { style } else { nil }
    }

    /// Whether the pane has no effect, no tint and no contents, so that it would change nothing.
    fileprivate var isEmpty: Bool {
        effect == .none && tint == nil && contents.isEmpty
    }
}

extension Ink {
    /// Multiplies the alpha of the ink by a factor.
    func faded(_ factor: Double) -> Ink {
        func faded(_ color: StraightColor) -> StraightColor {
            var color = color
            color.alpha *= factor
            return color
        }
        return switch self {
        case .own(let alpha): .own(alpha * factor)
        case .color(let color): .color(faded(color))
        case .vibrant(let matrix, let alpha): .vibrant(matrix, alpha: alpha * factor)
        case .dodged(let color, let plus): .dodged(faded(color), plus: faded(plus))
        case .burned(let color, let minus): .burned(faded(color), minus: faded(minus))
        }
    }
}
