// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The planes of samples that a JPEG stores: luminance alone, or luminance and two of color.
///
/// The planes of color are luminance's differences from blue and red, Cb and Cr, around 128; they
/// often have fewer samples than luminance.
///
/// Reference: ITU-T T.81, A.1.1, and T.871, 6.2 and 7.
public struct JPEGPlanes: Hashable, Sendable {
    /// How densely a component is sampled relative to the others.
    public struct Component: Hashable, Sendable {
        /// The horizontal sampling factor, 1 to 4.
        public let horizontal: Int
        /// The vertical sampling factor, 1 to 4.
        public let vertical: Int
    }

    /// The extent of the picture, in pixels.
    public let size: PixelSize

    /// The components in the order of their planes: Y alone, or Y, Cb and Cr.
    public let components: [Component]

    private let maximumHorizontal: Int
    private let maximumVertical: Int

    /// Creates planes; nil when a sample would not stand for whole pixels.
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

    /// The planes of a file that an encoder writes.
    ///
    /// - Parameters:
    ///   - options: How to write it.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for Y, Cb and Cr.
    public init(_ options: JPEGOptions, size: PixelSize, layout: ChannelLayout) {
        precondition(size.width > 0 && size.height > 0, "an empty picture")
        precondition(!layout.hasAlpha, "a JPEG has no alpha")
        let one = Component(horizontal: 1, vertical: 1)
        let factor = layout.isColor && options.subsampling == .s420 ? 2 : 1
        self.size = size
        components =
            [Component(horizontal: factor, vertical: factor)] + (layout.isColor ? [one, one] : [])
        maximumHorizontal = factor
        maximumVertical = factor
    }

    /// The picture rows of a group: a row of blocks of the component that is sampled least densely.
    public var groupHeight: Int { Self.blockSide * maximumVertical }

    /// The groups into which the rows of the picture fall; of the last one a part may be missing.
    public var groupCount: Int { (size.height + groupHeight - 1) / groupHeight }

    /// What a component becomes when decoded at a scale.
    ///
    /// - Parameters:
    ///   - component: An index into ``components``.
    ///   - scale: How much smaller the picture is decoded.
    /// - Returns: The shape of the plane.
    public func shape(of component: Int, at scale: JPEGScale = .full) -> JPEGPlaneShape {
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

    /// Whether no sample that is decoded at a scale stands for pixels beyond the edge.
    ///
    /// - Parameter scale: How much smaller the picture is decoded.
    /// - Returns: Whether the samples of every plane end where the picture does.
    public func hasWholeSamples(at scale: JPEGScale = .full) -> Bool {
        components.indices.allSatisfy { index in
            let shape = shape(of: index, at: scale)
            return size.width.isMultiple(of: shape.horizontalPitch)
                && size.height.isMultiple(of: shape.verticalPitch)
        }
    }

    /// The samples of a decoded block in each direction.
    ///
    /// libjpeg-turbo decodes components larger than asked for, by a power of 2, as long as they
    /// are not sampled as densely as others, so that all planes come out alike where they can.
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
