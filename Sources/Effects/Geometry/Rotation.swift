// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A rotation by an angle that is no multiple of 90°, into a frame of a given size.
///
/// The pixel of the result whose center lies at *p* shows the place *c* + R(*p* − *m*) of the image: *c* is
/// the middle of the image, *m* its place in the result, and R turns back by the angle. Color is
/// averaged premultiplied; the pixels at the edges repeat beyond them.
package struct Rotation: Hashable, Sendable {
    /// The way to fill the frame outside of the turned image.
    package enum Outside: Hashable, Sendable {
        /// Leaves the frame transparent.
        case transparent
        /// Fills the frame with a color.
        case color(StraightColor)
        /// Fills the frame with a gradient, in pixels of the result.
        case gradient(Gradient)
        /// Repeats the pixels at the image's edges, for frames that lie inside of the turned
        /// image.
        case edge
    }

    /// The rotations that a ``Geometry`` accepts, in degrees.
    package static let range: ClosedRange<Double> = -360...360

    /// The clockwise angle, in degrees; multiples of 90° are left to a ``QuarterTurn`` before it.
    package let degrees: Double

    /// The result size, in pixels.
    package let size: PixelSize

    /// The position of the image's center in the result, in pixels.
    package let center: Point

    /// The way to fill the frame outside of the turned image; pixels at the image's edges are
    /// mixed with it.
    package let outside: Outside

    /// The kernel with which pixels are resampled.
    package let kernel: ResamplingKernel

    /// Whether pixels are averaged in linear light, decoded by the transfer function of sRGB.
    package let isLinear: Bool

    /// Creates a rotation into a frame.
    package init(
        degrees: Double,
        size: PixelSize,
        center: Point,
        outside: Outside,
        kernel: ResamplingKernel = .lanczos3,
        isLinear: Bool = false
    ) {
        self.degrees = degrees
        self.size = size
        self.center = center
        self.outside = outside
        self.kernel = kernel
        self.isLinear = isLinear
    }

    /// Converts the colors outside of the image, for an image in another color space.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Rotation {
        let mapped: Outside =
            switch outside {
            case .color(let color): .color(convert(color))
            case .gradient(let gradient): .gradient(gradient.mappingColors(convert))
            case .transparent, .edge: outside
            }
        return Rotation(
            degrees: degrees,
            size: size,
            center: center,
            outside: mapped,
            kernel: kernel,
            isLinear: isLinear
        )
    }

    /// The angle, the frame and the kernel as a canonical value, for cache keys.
    var value: PlanValue {
        let outside: PlanValue =
            switch outside {
            case .transparent: .text("transparent")
            case .color(let color): .record("color", [.init("color", color.planValue)])
            case .gradient(let gradient): gradient.value
            case .edge: .text("edge")
            }
        var fields = [
            PlanValue.Field("degrees", .number(degrees)),
            .init("width", .number(Double(size.width))),
            .init("height", .number(Double(size.height))),
            .init("center", .list([.number(center.x), .number(center.y)])),
            .init("outside", outside),
            .init("kernel", .text(kernel.rawValue)),
        ]
        if isLinear { fields.append(.init("linear", .flag(true))) }
        return .record("rotate", fields)
    }
}
