// SPDX-License-Identifier: Apache-2.0

import Raster

/// Converts one pane of a scene to pixels, and checks its rules.
struct SceneResolver {
    private let size: PixelSize
    private let traits: Traits
    /// The pixels per point.
    let scale: Double
    private let direction: TextForm.Direction
    private let index: Int

    init(size: PixelSize, traits: Traits, direction: TextForm.Direction, _ index: Int) {
        self.size = size
        self.traits = traits
        scale = traits.scale
        self.direction = direction
        self.index = index
    }

    private var place: SceneError.Place { .pane(index) }

    /// The picture, as the parent of panes.
    private var picture: Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    // MARK: Panes

    func pane(_ pane: Scene.Pane) throws(SceneError) -> Pane {
        guard (1...SceneLimits.shapes).contains(pane.shapes.count) else {
            throw SceneError(.shapeCount, at: place)
        }
        guard (0...1).contains(pane.alpha) else { throw SceneError(.alpha, at: place) }
        var shapes: [Shape] = []
        for shape in pane.shapes { shapes.append(try self.shape(shape, in: picture, at: place)) }
        let bounds = try bounds(of: shapes, isInverted: pane.isInverted)
        let frame = shapes.count == 1 && !pane.isInverted ? shapes[0].bounds : picture
        var contents: [Content] = []
        for (contentIndex, content) in pane.contents.enumerated() {
            let place = SceneError.Place.content(pane: index, contentIndex)
            contents.append(try self.content(content, on: pane, in: frame, at: place))
        }
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
            guard filters.allSatisfy({ !$0.grows }) else {
                throw SceneError(.growingFilter, at: place)
            }
            return filters + tint
        }
    }

    /// The filters of an effect, in pixels; none if the effect is no list of them.
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

    private func content(
        _ content: Scene.Content,
        on pane: Scene.Pane,
        in frame: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Content {
        guard (0...1).contains(content.alpha) else { throw SceneError(.alpha, at: place) }
        let form: Content.Form =
            switch content.form {
            case .picture(let picture):
                .picture(try self.picture(picture, in: frame, at: place))
            case .text(let text): .text(try self.text(text, in: frame, at: place))
            case .shape(let shape): .shape(try self.shape(shape, in: frame, at: place))
            }
        return Content(form, ink: try ink(of: content, on: pane, at: place))
    }

    private func ink(
        of content: Scene.Content,
        on pane: Scene.Pane,
        at place: SceneError.Place
    ) throws(SceneError) -> Ink {
        let alpha = content.alpha == 0 ? 0 : content.alpha
        switch content.ink {
        case .own:
            guard case .picture = content.form else { throw SceneError(.missingInk, at: place) }
            return .own(alpha)
        case .color(var color):
            color.alpha *= alpha
            return .color(color)
        case .vibrancy(let style, let color):
            do throws(VibrancyRefusal) {
                return try style.ink(on: pane.material, traits: traits, tint: color).faded(alpha)
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

    private func text(
        _ text: Scene.Text,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> TextForm {
        guard !text.text.isEmpty else { throw SceneError(.emptyText, at: place) }
        guard !text.text.unicodeScalars.contains(where: \.isRefusedInText) else {
            throw SceneError(.controlCharacter, at: place)
        }
        guard (1...SceneLimits.nameBytes).contains(text.family.utf8.count) else {
            throw SceneError(.fontName, at: place)
        }
        let size = text.size.pixels(scale: scale, of: parent.height)
        guard SceneLimits.fontSize.contains(size) else { throw SceneError(.fontSize, at: place) }
        guard SceneLimits.fontWeight.contains(text.weight) else {
            throw SceneError(.fontWeight, at: place)
        }
        return TextForm(
            text: text.text,
            family: text.family,
            size: size,
            weight: text.weight,
            isItalic: text.isItalic,
            frame: try rectangle(text.frame, in: parent, at: place),
            alignment: text.alignment,
            position: text.position,
            wrapping: text.wrapping,
            direction: text.direction ?? direction
        )
    }
}

extension Scene.Pane {
    /// The material of the pane, if it has one.
    fileprivate var material: MaterialStyle? {
        if case .material(let style) = effect { style } else { nil }
    }

    /// Whether the pane would change nothing.
    fileprivate var isEmpty: Bool {
        effect == .none && tint == nil && contents.isEmpty
    }
}

extension Filter {
    /// Whether the filter enlarges the picture.
    fileprivate var grows: Bool {
        switch self {
        case .blur(let blur): blur.edge == .expand
        case .dropShadow(let shadow): shadow.grows
        case .boxBlur, .variableBlur, .motionBlur, .zoomBlur, .color, .luminanceCurve,
            .channelCurve, .tint, .vignette, .magnify, .pixelate, .averageColor, .captured:
            false
        }
    }
}

extension Ink {
    /// The same ink with its alpha multiplied by a factor.
    fileprivate func faded(_ factor: Double) -> Ink {
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

extension Unicode.Scalar {
    /// Whether the character is a control character other than line feed and tab.
    fileprivate var isRefusedInText: Bool {
        value < 0x20 && self != "\n" && self != "\t" || (0x7f..<0xa0).contains(value)
    }
}
