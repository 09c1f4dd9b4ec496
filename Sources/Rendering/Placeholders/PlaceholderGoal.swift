// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster

/// The requested details of a placeholder.
package struct PlaceholderGoal: Hashable, Sendable {
    /// The accepted numbers of a BlurHash's components, across and down.
    package static let componentRange = 1...9

    /// The accepted numbers of colors in a palette.
    package static let colorRange = 1...16

    /// The number of a BlurHash's components, across and down.
    package let components: PixelSize
    /// The number of colors in the palette.
    package let colorCount: Int
    /// The box of the text whose color is chosen, in pixels of the upright image.
    package let box: PixelRect
    /// The measure of the text's contrast.
    package let measure: ContrastMeasure
    /// The background color of transparent pixels below the text.
    package let background: Color

    /// Creates a request for a placeholder from its details.
    ///
    /// - Parameters:
    ///   - components: The number of a BlurHash's components, each in ``componentRange``.
    ///   - colorCount: The number of colors in the palette, in ``colorRange``.
    ///   - box: The box of the text; not empty, and inside of the image.
    ///   - measure: The measure of the text's contrast.
    ///   - background: The background color of transparent pixels below the text.
    package init(
        components: PixelSize,
        colorCount: Int,
        box: PixelRect,
        measure: ContrastMeasure,
        background: Color
    ) {
        precondition(
            [components.width, components.height].allSatisfy(Self.componentRange.contains)
                && Self.colorRange.contains(colorCount) && !box.isEmpty,
            "no placeholder"
        )
        self.components = components
        self.colorCount = colorCount
        self.box = box
        self.measure = measure
        self.background = background
    }
}
