// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A turn by an angle that is no multiple of 90°, in a frame of its own.
///
/// The pixel of the result whose center lies at *p* shows the place *c* + R(*p* − *m*) of the picture: *c* is
/// the middle of the picture, *m* its place in the result, and R turns back by the angle. Color is
/// averaged premultiplied; the pixels at the edges repeat beyond them.
package struct Rotation: Hashable, Sendable {
    /// A content of the frame outside of the turned picture.
    package enum Outside: Hashable, Sendable {
        /// Nothing, so that the result is transparent there.
        case transparent
        /// A color.
        case color(StraightColor)
        /// Colors along a line, in pixels of the result.
        case gradient(Gradient)
        /// The pixels at the edges of the picture, for frames that lie inside of it.
        case edge
    }

    /// The accepted angles of a ``Geometry``, in degrees.
    package static let range: ClosedRange<Double> = -360...360

    /// The clockwise angle, in degrees; other turns are made by a ``QuarterTurn`` before.
    package let degrees: Double

    /// The extent of the result.
    package let size: PixelSize

    /// The place of the middle of the picture in the result, in pixels.
    package let center: Point

    /// The content of the frame outside of the turned picture; pixels at its rim show a part of it.
    package let outside: Outside

    /// The weights of pixels around a position.
    package let kernel: ResamplingKernel

    /// Whether light is averaged instead of encoded samples; the transfer function is that of sRGB.
    package let isLinear: Bool

    /// Creates a turn.
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

    /// The same turn with other colors outside of the picture.
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

    /// The canonical description.
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
