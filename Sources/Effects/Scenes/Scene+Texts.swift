// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A text as the plan has it, and its place in the scene.
    public struct PlacedText: Hashable, Sendable {
        /// The content that it is.
        public let place: SceneError.Place
        /// The text, its frame in pixels of the picture.
        public let form: TextForm
    }

    /// Whether a text is drawn on any of the panes.
    public var hasTexts: Bool {
        panes.contains { pane in
            pane.contents.contains { if case .text = $0.form { true } else { false } }
        }
    }

    /// The texts of the panes, in their order.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - traits: What is known about the screen.
    /// - Returns: Texts with their places.
    /// - Throws: The first rule that is broken, as ``plan(size:traits:)``.
    public func texts(size: PixelSize, traits: Traits) throws(SceneError) -> [PlacedText] {
        var texts: [PlacedText] = []
        for (index, pane) in panes.enumerated() {
            let resolver = SceneResolver(size: size, traits: traits, direction: direction, index)
            for (contentIndex, content) in try resolver.pane(pane).contents.enumerated() {
                guard case .text(let form) = content.form else { continue }
                let place = SceneError.Place.content(pane: index, contentIndex)
                texts.append(PlacedText(place: place, form: form))
            }
        }
        return texts
    }
}
