// SPDX-License-Identifier: Apache-2.0

import Raster

/// The result of fitting an image into a box: the visible part, its size in the box, and its
/// position.
struct FittedPicture: Hashable {
    /// The visible part, in pixels of the image; it ends at whole pixels where nothing is scaled.
    let part: Rectangle

    /// The size of the visible part in the box, in pixels of the result.
    let size: PixelSize

    /// The box, in pixels from the top left of the fitted image; nil unless both its sides are
    /// given.
    let frame: PixelRect?

    /// Fits an image into the box of a geometry, with its fit mode and position.
    ///
    /// Unless the geometry enlarges, a box that would enlarge the image shrinks in its proportions
    /// until it does not.
    ///
    /// - Parameters:
    ///   - picture: The image extent.
    ///   - geometry: The box, the fit and the position.
    ///   - scale: The pixels per point.
    ///   - focus: The point that is to show, in pixels of the image; nil for the position.
    init(_ picture: PixelSize, in geometry: Geometry, scale: Double, focus: Point?) {
        let width = geometry.width.map { Self.side($0.pixels(scale: scale, of: 0)) }
        let height = geometry.height.map { Self.side($0.pixels(scale: scale, of: 0)) }
        guard let width, let height else {
            let (w, h) = (Double(picture.width), Double(picture.height))
            let factor = width.map { Double($0) / w } ?? height.map { Double($0) / h } ?? 1
            self.init(picture, scaled: geometry.enlarges ? factor : min(factor, 1))
            return
        }
        self.init(
            picture,
            in: PixelSize(width: width, height: height),
            geometry.mode.fit,
            enlarges: geometry.enlarges
        ) { free, unit in
            if let focus {
                // The point is centered, unless a part of the box would stay empty.
                let part = (free.x + Double(picture.width), free.y + Double(picture.height))
                return (
                    min(max(part.0 / 2 - focus.x, min(free.x, 0)), max(free.x, 0)),
                    min(max(part.1 / 2 - focus.y, min(free.y, 0)), max(free.y, 0))
                )
            }
            let position = geometry.mode.position ?? geometry.position
            return (
                position.x.distance(in: free.x, scale: scale, unit: unit),
                position.y.distance(in: free.y, scale: scale, unit: unit)
            )
        }
    }

    /// Fits an image into a box so that it covers the box, in its middle.
    init(covering box: PixelSize, with picture: PixelSize) {
        self.init(picture, in: box, .cover, enlarges: true) { free, _ in (free.x / 2, free.y / 2) }
    }

    /// Scales a whole image by a factor, without a box.
    private init(_ picture: PixelSize, scaled factor: Double) {
        self.init(
            part: .whole(of: picture),
            size: PixelSize(
                width: Self.side(Double(picture.width) * factor),
                height: Self.side(Double(picture.height) * factor)
            ),
            frame: nil
        )
    }

    private init(part: Rectangle, size: PixelSize, frame: PixelRect?) {
        self.part = part
        self.size = size
        self.frame = frame
    }

    private init(
        _ picture: PixelSize,
        in box: PixelSize,
        _ fit: Fit,
        enlarges: Bool,
        position: (_ free: Point, _ unit: Double) -> (x: Double, y: Double)
    ) {
        let (w, h) = (Double(picture.width), Double(picture.height))
        let (x, y) = (Double(box.width) / w, Double(box.height) / h)
        let size: PixelSize
        var part = Rectangle.whole(of: picture)
        switch fit {
        case .contain, .scaleDown:
            let mayGrow = enlarges && fit == .contain
            size = Self(picture, scaled: mayGrow ? min(x, y) : min(x, y, 1)).size
        case .fill: size = Self(box, scaled: enlarges ? 1 : min(1, 1 / x, 1 / y)).size
        case .cover:
            let isShrunk = !enlarges && max(x, y) > 1
            size = isShrunk ? Self(box, scaled: 1 / max(x, y)).size : box
            if isShrunk {
                (part.width, part.height) = (Double(size.width), Double(size.height))
            } else if x >= y {
                part.height = min(h, Double(box.height) * w / Double(box.width))
            } else {
                part.width = min(w, Double(box.width) * h / Double(box.height))
            }
        case .none:
            size = PixelSize(
                width: min(box.width, picture.width),
                height: min(box.height, picture.height)
            )
            (part.width, part.height) = (Double(size.width), Double(size.height))
        }
        // The second argument is the number of the image's pixels per pixel of the result.
        let shift = position(
            Point(x: part.width - w, y: part.height - h),
            part.width / Double(size.width)
        )
        (part.x, part.y) = (0 - shift.x, 0 - shift.y)
        if part.width == Double(size.width), part.height == Double(size.height) {
            (part.x, part.y) = (part.x.rounded(.down), part.y.rounded(.down))
        }
        let room = Point(
            x: Double(max(0, box.width - size.width)),
            y: Double(max(0, box.height - size.height))
        )
        let distance = position(room, 1)
        self.init(
            part: part,
            size: size,
            frame: PixelRect(
                x: -Int(distance.x.rounded(.down)),
                y: -Int(distance.y.rounded(.down)),
                width: box.width,
                height: box.height
            )
        )
    }

    /// Rounds a length to an integer side, half up, and to at least 1.
    private static func side(_ length: Double) -> Int { max(1, Int((length + 0.5).rounded(.down))) }
}

extension Rectangle {
    /// The rectangle of a whole image, in its pixels.
    fileprivate static func whole(of size: PixelSize) -> Rectangle {
        Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }
}
