// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A text of the plan, with its place in the scene.
    public struct PlacedText: Hashable, Sendable {
        /// The place of the content in the scene.
        public let place: SceneError.Place
        /// The text, with its frame in pixels of the picture.
        public let form: TextForm
    }

    /// Whether any pane draws a text.
    public var hasTexts: Bool {
        panes.contains { pane in
            pane.contents.contains { if case .text = $0.form { true } else { false } }
        }
    }

    /// The texts of all panes, in order.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - traits: The traits of the screen.
    /// - Returns: The texts, with their places in the scene.
    /// - Throws: The first broken rule, as in ``plan(size:traits:)``.
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
