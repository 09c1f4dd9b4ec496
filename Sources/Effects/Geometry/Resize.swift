// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A resampling of an image, or of a part of it, to another size.
///
/// The center of pixel *i* of the result lies at (*i* + ½) × source / result of the source. Color is
/// averaged premultiplied. At the image edges, those pixels count that exist.
package struct Resize: Hashable, Sendable {
    /// The result size, in pixels.
    package let size: PixelSize

    /// The part of the image that is resized; nil for the whole image.
    ///
    /// Pixels of the image beyond the part count as well, as far as the kernel reaches.
    package let source: Rectangle?

    /// The kernel with which pixels are resampled.
    package let kernel: ResamplingKernel

    /// Whether pixels are averaged in linear light, decoded by the transfer function of sRGB.
    package let isLinear: Bool

    /// Creates a resampling to a size.
    ///
    /// - Parameters:
    ///   - size: The result extent, at least one pixel.
    ///   - source: The part of the image that becomes the result; nil for the whole image.
    ///   - kernel: The weights of pixels around a position.
    ///   - isLinear: Whether light is averaged instead of encoded samples.
    package init(
        size: PixelSize,
        source: Rectangle? = nil,
        kernel: ResamplingKernel = .lanczos3,
        isLinear: Bool = false
    ) {
        precondition(size.width > 0 && size.height > 0, "the result is empty")
        self.size = size
        self.source = source
        self.kernel = kernel
        self.isLinear = isLinear
    }

    /// The part of an image that is resized, in pixels.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The part; it may end between pixels.
    package func source(on picture: PixelSize) -> Rectangle {
        source
            ?? Rectangle(
                x: 0,
                y: 0,
                width: Double(picture.width),
                height: Double(picture.height)
            )
    }

    /// The crop that equals the resizing; nil if pixels must be resampled.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The part of whole pixels, or nil.
    package func crop(of picture: PixelSize) -> PixelRect? {
        let part = source(on: picture)
        guard part.width == Double(size.width), part.height == Double(size.height),
            part.x == part.x.rounded(), part.y == part.y.rounded()
        else { return nil }
        return PixelRect(x: Int(part.x), y: Int(part.y), width: size.width, height: size.height)
    }
}

extension Resize {
    /// The size, the part and the kernel as a canonical value, for cache keys.
    package var value: PlanValue {
        var fields = [
            PlanValue.Field("width", .number(Double(size.width))),
            PlanValue.Field("height", .number(Double(size.height))),
        ]
        if let source { fields.append(.init("source", source.planValue)) }
        fields.append(.init("kernel", .text(kernel.rawValue)))
        if isLinear { fields.append(.init("linear", .flag(true))) }
        return .record("resize", fields)
    }
}
