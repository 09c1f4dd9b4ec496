// SPDX-License-Identifier: Apache-2.0

import Raster

extension Scene {
    /// The traits of a screen that the plan of the scene depends on.
    ///
    /// Plans for two screens are equal if the screens agree in these traits.
    ///
    /// - Parameter traits: The traits in force. If transparency is reduced, some other traits no
    ///   longer matter.
    /// - Returns: The traits that influence the plan.
    package func followed(given traits: Traits) -> Set<Traits.Trait> {
        followed { $0.followed(given: traits) }.union(geometry.followed(given: traits))
    }

    /// The traits that the plan of the scene depends on for at least some screens.
    package var follows: Set<Traits.Trait> {
        followed { $0.follows }.union(geometry.followed(given: nil))
    }

    private func followed(
        _ traits: (MaterialStyle) -> Set<Traits.Trait>
    ) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = []
        for pane in panes {
            if pane.shapes.contains(where: \.hasPoints) { followed.insert(.scale) }
            var material: MaterialStyle?
            switch pane.effect {
            case .none, .resolved: break
            case .list(let list, _, _): if list.hasPoints { followed.insert(.scale) }
            case .material(let style):
                material = style
                followed.formUnion(traits(style))
            }
            for content in pane.contents { followed.formUnion(content.follows(on: material)) }
        }
        return followed
    }
}

extension Scene.Content {
    /// The traits that the ink and the lengths of an image, text or shape depend on, given the
    /// material beneath it.
    fileprivate func follows(on material: MaterialStyle?) -> Set<Traits.Trait> {
        var follows: Set<Traits.Trait> = form.hasPoints ? [.scale] : []
        guard case .vibrancy(let style, let color) = ink, let material else { return follows }
        // A color that is drawn unchanged depends on no trait.
        if style.keepsColor && color != nil { return follows }
        follows.insert(.increaseContrast)
        if material.appearances.count > 1 { follows.insert(.appearance) }
        return follows
    }
}

extension Scene.Content.Form {
    /// Whether any length is in points, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool {
        switch self {
        case .picture(let picture): picture.hasPoints
        case .text(let text): text.hasPoints
        case .shape(let shape): shape.hasPoints
        }
    }
}

extension Scene.Picture {
    /// Whether the image's size depends on the pixels per point, by its frame, its mode or its
    /// cap insets.
    fileprivate var hasPoints: Bool {
        frame.hasPoints || scale != nil && (mode == .center || caps != nil)
    }
}

extension Scene.Text {
    /// Whether the text depends on the pixels per point, by its frame or by any of its lengths.
    fileprivate var hasPoints: Bool {
        let own = [size, letterSpacing, lineHeight, shadow?.x, shadow?.y, shadow?.blur]
        let lengths = own + runs.flatMap { [$0.size, $0.letterSpacing] }
        return frame.hasPoints || lengths.contains { $0?.hasPoints == true }
    }
}

extension Scene.Shape {
    /// Whether any length of the shape is in points, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool {
        switch self {
        case .rectangle(let frame, let corners):
            frame.hasPoints
                || [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
                    .contains(where: \.hasPoints)
        case .ellipse(let frame): frame.hasPoints
        case .polygon(let positions): positions.contains { $0.x.hasPoints || $0.y.hasPoints }
        }
    }
}

extension Scene.Frame {
    /// Whether any length of the frame is in points, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool { [x, y, width, height].contains(where: \.hasPoints) }
}

extension Length {
    /// Whether the length is in points and not 0, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool { unit == .points && amount != 0 }
}
