// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The crops and the reduction with which a plan begins, in the file orientation.
///
/// A reduction and a turn may be exchanged. So an image is turned when it is small, or resized while it
/// is decoded.
struct StoredResize: Hashable, Sendable {
    /// The part of the stored image that is resized.
    let part: PixelRect

    /// The resize of the part of the stored image, in the file orientation.
    let resize: Resize

    /// Takes crops and a reduction from the front of a plan; nil if there is no reduction, or none
    /// that can be done before the image is turned upright.
    ///
    /// - Parameters:
    ///   - header: The file header.
    ///   - steps: The steps, minus the steps that are taken.
    init?(_ header: ImageHeader, _ steps: inout ArraySlice<Plan.Step>) {
        let whole = PixelRect(
            x: 0,
            y: 0,
            width: header.size.width,
            height: header.size.height
        )
        var (rest, part) = (steps, whole)
        while let step = rest.popFirst() {
            switch step {
            case .reshape(.crop(let crop)):
                let moved = PixelRect(
                    x: part.x + crop.x,
                    y: part.y + crop.y,
                    width: crop.size.width,
                    height: crop.size.height
                )
                guard crop.x >= 0, crop.y >= 0, moved.isInside(part) else { return nil }
                part = moved
            case .reshape(.resize(let resize)):
                let shown = resize.source(on: part.size)
                guard resize.crop(of: part.size) == nil, resize.kernel.averages,
                    Double(resize.size.width) <= shown.width,
                    Double(resize.size.height) <= shown.height,
                    header.orientation == .topLeft || resize.kernel != .box
                else { return nil }
                let orientation = header.orientation
                self.part = orientation.stored(part, in: header.size)
                self.resize = Resize(
                    size: orientation.exchangesSides ? resize.size.transposed : resize.size,
                    source: resize.source.map { orientation.stored($0, in: part.size) },
                    kernel: resize.kernel,
                    isLinear: resize.isLinear
                )
                steps = rest
                return
            case .reshape(.stretch), .reshape(.turn), .reshape(.rotate), .reshape(.pad), .filter,
                .panes, .clip, .gallery:
                return nil
            }
        }
        return nil
    }
}

extension Orientation {
    /// Converts a rectangle of an upright image to the orientation in which the file stores it.
    ///
    /// - Parameters:
    ///   - part: The part, upright.
    ///   - size: The extent of the upright image.
    /// - Returns: The part as it is stored.
    fileprivate func stored(_ part: PixelRect, in size: PixelSize) -> PixelRect {
        let part = stored(
            Rectangle(
                x: Double(part.x),
                y: Double(part.y),
                width: Double(part.size.width),
                height: Double(part.size.height)
            ),
            in: size
        )
        return PixelRect(
            x: Int(part.x),
            y: Int(part.y),
            width: Int(part.width),
            height: Int(part.height)
        )
    }

    /// Converts a rectangle with fractional edges to the orientation in which the file stores it.
    fileprivate func stored(_ part: Rectangle, in size: PixelSize) -> Rectangle {
        let turned =
            exchangesSides
            ? Rectangle(x: part.y, y: part.x, width: part.height, height: part.width) : part
        let stored = exchangesSides ? size.transposed : size
        return Rectangle(
            x: reversesColumns ? Double(stored.width) - turned.maxX : turned.x,
            y: reversesRows ? Double(stored.height) - turned.maxY : turned.y,
            width: turned.width,
            height: turned.height
        )
    }
}
