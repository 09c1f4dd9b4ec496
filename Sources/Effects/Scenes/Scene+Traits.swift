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
        var followed: Set<Traits.Trait> = canvas?.hasPoints == true ? [.scale] : []
        for layer in layers { followed.formUnion(layer.follows(on: nil, traits)) }
        return followed
    }
}

extension Scene.Layer {
    /// The traits that the layer and the layers on it depend on, given the material beneath.
    fileprivate func follows(
        on beneath: MaterialStyle?,
        _ traits: (MaterialStyle) -> Set<Traits.Trait>
    ) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = hasPoints ? [.scale] : []
        if let material { followed.formUnion(traits(material)) }
        let material = material ?? beneath
        if case .vibrancy(let style, let color) = ink, let material,
            // A color that is drawn unchanged depends on no trait.
            !(style.keepsColor && color != nil)
        {
            followed.insert(.increaseContrast)
            if material.appearances.count > 1 { followed.insert(.appearance) }
        }
        for layer in layers { followed.formUnion(layer.follows(on: material, traits)) }
        return followed
    }

    /// Whether any length of the layer itself is in points, so that it depends on the pixels per
    /// point.
    private var hasPoints: Bool {
        if shapes.contains(where: \.hasPoints) || border?.width.hasPoints == true { return true }
        if case .list(let list, _, _) = effect, list.hasPoints { return true }
        let lengths = shadows.flatMap { [$0.x, $0.y, $0.blur, $0.spread] }
        if lengths.contains(where: \.hasPoints) || backgrounds.contains(where: \.hasPoints) {
            return true
        }
        return switch content {
        case .picture(let picture): picture.hasPoints || fits && picture.scale != nil
        case .text(let text): text.hasPoints
        case .fill, nil: false
        }
    }

    /// Whether the frame fits the image in it.
    private var fits: Bool {
        shapes.contains { shape in
            switch shape {
            case .rectangle(let frame, _), .ellipse(let frame):
                frame.horizontal.fits || frame.vertical.fits
            case .polygon: false
            }
        }
    }
}

extension Scene.Fill {
    /// Whether a length of the gradient is in points, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool {
        if case .gradient(let gradient) = paint { gradient.hasPoints } else { false }
    }
}

extension Scene.Canvas {
    /// Whether the size or the gradient depends on the pixels per point.
    fileprivate var hasPoints: Bool {
        width.hasPoints || height.hasPoints || background.hasPoints
    }
}

extension Scene.Picture {
    /// Whether the image's size depends on the pixels per point, by its crop, its position, its mode
    /// or its cap insets.
    fileprivate var hasPoints: Bool {
        crop?.hasPoints == true || mode.hasPosition && position.hasPoints
            || scale != nil && (mode.keepsSize || caps != nil)
    }
}

extension Scene.Text {
    /// Whether the text depends on the pixels per point, by any of its lengths.
    fileprivate var hasPoints: Bool {
        let own = [size, letterSpacing, lineHeight, shadow?.x, shadow?.y, shadow?.blur]
        let lengths = own + runs.flatMap { [$0.size, $0.letterSpacing] }
        return lengths.contains { $0?.hasPoints == true }
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
    fileprivate var hasPoints: Bool {
        [x, y, width, height, horizontal.end, vertical.end].contains { $0?.hasPoints == true }
    }
}

extension Length {
    /// Whether the length is in points and not 0, so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool { unit == .points && amount != 0 }
}
