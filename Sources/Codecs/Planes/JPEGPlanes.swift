// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The planes of samples stored in a JPEG: luma alone, or luma and two planes of chroma.
///
/// The chroma planes are the differences of blue and red from luma, Cb and Cr, around 128. They
/// often have fewer samples than luma.
///
/// Reference: ITU-T T.81, A.1.1, and T.871, 6.2 and 7.
package struct JPEGPlanes: Hashable, Sendable {
    /// The horizontal and vertical sampling factors of a component.
    package struct Component: Hashable, Sendable {
        /// The horizontal sampling factor, 1 to 4.
        package let horizontal: Int
        /// The vertical sampling factor, 1 to 4.
        package let vertical: Int
    }

    /// The image extent, in pixels.
    package let size: PixelSize

    /// The components in the order of their planes: Y alone, or Y, Cb and Cr.
    package let components: [Component]

    private let maximumHorizontal: Int
    private let maximumVertical: Int

    /// Creates planes from sampling factors; nil where a sample would not cover whole pixels.
    init?(size: PixelSize, components: [Component]) {
        self.size = size
        self.components = components
        let horizontal = components.map(\.horizontal).max() ?? 1
        let vertical = components.map(\.vertical).max() ?? 1
        maximumHorizontal = horizontal
        maximumVertical = vertical
        let isWhole = components.allSatisfy {
            horizontal % $0.horizontal == 0 && vertical % $0.vertical == 0
        }
        guard isWhole else { return nil }
    }

    /// Creates the planes of a file to be encoded.
    ///
    /// - Parameters:
    ///   - options: The encoder options.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for Y, Cb and Cr.
    package init(_ options: JPEGOptions, size: PixelSize, layout: ChannelLayout) {
        precondition(size.width > 0 && size.height > 0, "the picture is empty")
        precondition(!layout.hasAlpha, "a JPEG has no alpha")
        let one = Component(horizontal: 1, vertical: 1)
        let factor = layout.isColor && options.subsampling != .s444 ? 2 : 1
        self.size = size
        components =
            [Component(horizontal: factor, vertical: factor)] + (layout.isColor ? [one, one] : [])
        maximumHorizontal = factor
        maximumVertical = factor
    }

    /// The height of an MCU row in pixels: one row of blocks of the component with the fewest
    /// samples.
    package var groupHeight: Int { Self.blockSide * maximumVertical }

    /// The number of MCU rows (groups) in the image; the last may be incomplete.
    package var groupCount: Int { (size.height + groupHeight - 1) / groupHeight }

    /// The size and the sampling of a component when it is decoded at a scale.
    ///
    /// - Parameters:
    ///   - component: An index into ``components``.
    ///   - scale: The factor by which the image is shrunk.
    /// - Returns: The shape of the plane.
    package func shape(of component: Int, at scale: JPEGScale = .full) -> JPEGPlaneShape {
        let factors = components[component]
        let points = points(of: factors, at: scale)
        return JPEGPlaneShape(
            points: points,
            horizontalPitch: Self.blockSide * maximumHorizontal / (factors.horizontal * points),
            verticalPitch: Self.blockSide * maximumVertical / (factors.vertical * points),
            groupRowCount: factors.vertical * points,
            size: size
        )
    }

    /// Whether the samples of every plane at a scale end exactly at the image edges.
    ///
    /// - Parameter scale: The factor by which the image is shrunk.
    /// - Returns: Whether no sample covers pixels beyond the edges.
    package func hasWholeSamples(at scale: JPEGScale = .full) -> Bool {
        components.indices.allSatisfy { index in
            let shape = shape(of: index, at: scale)
            return size.width.isMultiple(of: shape.horizontalPitch)
                && size.height.isMultiple(of: shape.verticalPitch)
        }
    }

    /// The number of samples along one side of a decoded block.
    ///
    /// libjpeg-turbo decodes components with fewer samples at up to a larger scale, by powers of 2,
    /// so that all planes get the same size where possible.
    ///
    /// Reference: libjpeg-turbo 2.1.5, `jpeg_calc_output_dimensions`.
    private func points(of factors: Component, at scale: JPEGScale) -> Int {
        let least = Self.blockSide / scale.denominator
        var points = least
        while points < Self.blockSide,
            (maximumHorizontal * least).isMultiple(of: factors.horizontal * points * 2),
            (maximumVertical * least).isMultiple(of: factors.vertical * points * 2)
        {
            points *= 2
        }
        return points
    }

    private static let blockSide = 8
}
