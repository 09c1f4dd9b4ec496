// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// The rotation by at most 45° that remains after quarter turns, and the way to frame the image.
struct Tilt: Hashable {
    /// The clockwise angle, in degrees.
    let degrees: Double

    /// The way to frame the rotated image.
    let mode: Geometry.RotateMode

    private var cosine: Double { cos(degrees * .pi / 180) }
    private var sine: Double { sin(degrees * .pi / 180) }

    /// The size of the frame around a rotated image.
    ///
    /// Of *w* × *h* pixels and an angle θ, it is *w* cos θ + *h* sin θ wide to hold all of them, rounded up.
    /// To be filled, it is *w* / max(cos θ + *h* / *w* sin θ, cos θ + *w* / *h* sin θ) wide, rounded down.
    func frame(of picture: PixelSize) -> PixelSize {
        let (w, h) = (Double(picture.width), Double(picture.height))
        let (cosine, sine) = (cosine, abs(sine))
        func side(_ length: Double) -> Int { max(1, Int(length)) }
        switch mode {
        case .expand:
            return PixelSize(
                width: side((w * cosine + h * sine - Self.tolerance).rounded(.up)),
                height: side((w * sine + h * cosine - Self.tolerance).rounded(.up))
            )
        case .straighten:
            let zoom = max(cosine + h / w * sine, cosine + w / h * sine)
            return PixelSize(
                width: side((w / zoom + Self.tolerance).rounded(.down)),
                height: side((h / zoom + Self.tolerance).rounded(.down))
            )
        }
    }

    /// The rounding error of sizes that is ignored, in pixels.
    private static let tolerance = 1e-6

    /// Maps a point of the image to the frame of the rotated image.
    func place(of point: Point, on picture: PixelSize) -> Point {
        let frame = frame(of: picture)
        let x = point.x - Double(picture.width) / 2
        let y = point.y - Double(picture.height) / 2
        return Point(
            x: Double(frame.width) / 2 + cosine * x - sine * y,
            y: Double(frame.height) / 2 + sine * x + cosine * y
        )
    }

    /// The smallest rectangle of the image that contains a part of the frame, rotated back.
    func source(of part: Rectangle, on picture: PixelSize) -> Rectangle {
        let frame = frame(of: picture)
        let x = part.x + part.width / 2 - Double(frame.width) / 2
        let y = part.y + part.height / 2 - Double(frame.height) / 2
        let width = part.width * cosine + part.height * abs(sine)
        let height = part.width * abs(sine) + part.height * cosine
        return Rectangle(
            x: Double(picture.width) / 2 + cosine * x + sine * y - width / 2,
            y: Double(picture.height) / 2 - sine * x + cosine * y - height / 2,
            width: width,
            height: height
        )
    }
}
