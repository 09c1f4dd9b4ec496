// SPDX-License-Identifier: Apache-2.0

import Raster

extension Scene {
    /// The traits that the plan of the scene follows.
    ///
    /// A plan for another screen can differ in what is here; in other traits, it cannot.
    ///
    /// - Parameter traits: The traits in force: where transparency is reduced, others lose their
    ///   say.
    /// - Returns: The traits that have a say.
    public func followed(given traits: Traits) -> Set<Traits.Trait> {
        followed { $0.followed(given: traits) }
    }

    /// The traits that the plan follows under some circumstances.
    public var follows: Set<Traits.Trait> { followed { $0.follows } }

    private func followed(
        _ traits: (MaterialStyle) -> Set<Traits.Trait>
    ) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = []
        for pane in panes {
            if pane.shapes.contains(where: \.hasPoints) { followed.insert(.scale) }
            var material: MaterialStyle?
            if case .material(let style) = pane.effect {
                material = style
                followed.formUnion(traits(style))
            }
            for content in pane.contents { followed.formUnion(content.follows(on: material)) }
        }
        return followed
    }
}

extension Scene.Content {
    /// The traits that the content follows on a material.
    fileprivate func follows(on material: MaterialStyle?) -> Set<Traits.Trait> {
        var follows: Set<Traits.Trait> = form.hasPoints ? [.scale] : []
        guard case .vibrancy(let style, let color) = ink, let material else { return follows }
        // A color that is drawn as it is follows nothing.
        if style.keepsColor && color != nil { return follows }
        follows.insert(.increaseContrast)
        if material.appearances.count > 1 { follows.insert(.appearance) }
        return follows
    }
}

extension Scene.Content.Form {
    /// Whether the pixels of a point have a say.
    fileprivate var hasPoints: Bool {
        switch self {
        case .picture(let picture): picture.hasPoints
        case .text(let text): text.frame.hasPoints || text.size.hasPoints
        case .shape(let shape): shape.hasPoints
        }
    }
}

extension Scene.Picture {
    /// Whether the pixels of a point have a say: in the frame, or in parts that keep their size.
    fileprivate var hasPoints: Bool {
        frame.hasPoints || scale != nil && (mode == .center || caps != nil)
    }
}

extension Scene.Shape {
    /// Whether the pixels of a point have a say.
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
    /// Whether the pixels of a point have a say.
    fileprivate var hasPoints: Bool { [x, y, width, height].contains(where: \.hasPoints) }
}

extension Length {
    /// Whether the pixels of a point have a say.
    fileprivate var hasPoints: Bool { unit == .points && amount != 0 }
}
