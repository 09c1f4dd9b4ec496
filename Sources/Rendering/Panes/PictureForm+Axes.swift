// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension PictureForm {
    /// Returns the resampling weights that place an image in a frame, for columns and for rows.
    ///
    /// - Parameters:
    ///   - size: The image extent.
    ///   - rect: The pixels of the frame to compute.
    ///   - kernel: The way in which samples become a pixel.
    /// - Returns: The axes of columns and of rows.
    func axes(
        of size: PixelSize,
        in rect: PixelRect,
        _ kernel: FrameAxis.Kernel
    ) -> (columns: FrameAxis, rows: FrameAxis) {
        let part =
            crop?.rectangle(in: size)
            ?? Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        // A mirrored image is cropped as it is seen.
        let left = isMirrored ? Double(size.width) - part.maxX : part.x
        let across = FrameSide(
            frame.x,
            frame.width,
            part: left...(left + part.width),
            seen: rect.columns
        )
        let down = FrameSide(frame.y, frame.height, part: part.y...part.maxY, seen: rect.rows)
        let (columns, rows): ([FrameAxis.Segment], [FrameAxis.Segment])
        switch mode {
        case .stretch:
            // Mirroring an image mirrors its caps too.
            let (left, right) = (caps?.left ?? 0, caps?.right ?? 0)
            columns = across.capped(
                isMirrored ? right : left,
                isMirrored ? left : right,
                scale: scale,
                caps?.resizing
            )
            rows = down.capped(caps?.top ?? 0, caps?.bottom ?? 0, scale: scale, caps?.resizing)
        case .fill, .fit, .center, .scaleDown:
            let scales = (across.length / part.width, down.length / part.height)
            let scale =
                switch mode {
                case .fill: max(scales.0, scales.1)
                case .fit: min(scales.0, scales.1)
                case .scaleDown: min(scales.0, scales.1, scale)
                case .center, .stretch: scale
                }
            columns = across.placed(scale: scale) {
                position.x.distance(in: $0, scale: positionScale)
            }
            rows = down.placed(scale: scale) {
                position.y.distance(in: $0, scale: positionScale)
            }
        }
        return (
            FrameAxis(
                columns,
                count: size.width,
                isReversed: isMirrored,
                positions: rect.columns,
                kernel: kernel
            ),
            FrameAxis(rows, count: size.height, positions: rect.rows, kernel: kernel)
        )
    }
}

/// One axis of a frame: its position and length, and the part of the image along it.
struct FrameSide {
    var start: Double
    var length: Double
    /// The part of the image along this axis, in pixels of the image.
    var part: ClosedRange<Double>
    /// The range of pixels of the frame to compute.
    var seen: Range<Int>

    init(_ start: Double, _ length: Double, part: ClosedRange<Double>, seen: Range<Int>) {
        self.start = start
        self.length = length
        self.part = part
        self.seen = seen
    }

    /// Maps the image to the frame, without the parts that do not fit.
    ///
    /// - Parameters:
    ///   - scale: The pixels of the result per pixel of the image.
    ///   - distance: Returns the distance of the image from the start of the frame, by the length that
    ///     the image leaves free.
    /// - Returns: One segment, or none.
    func placed(
        scale: Double,
        _ distance: (_ free: Double) -> Double
    ) -> [FrameAxis.Segment] {
        let size = (part.upperBound - part.lowerBound) * scale
        let visible = min(size, length)
        guard visible > 0 else { return [] }
        let shift = distance(length - size)
        let from = start + max(0, shift)
        let hidden = part.lowerBound + max(0, -shift) / scale
        return [
            FrameAxis.Segment(
                target: from..<(from + visible),
                source: hidden...max(hidden, min(hidden + visible / scale, part.upperBound))
            )
        ]
    }

    /// Maps the image to the frame: the caps at both ends keep their size, and the middle is
    /// stretched or repeated.
    ///
    /// Caps that are together longer than the frame shrink by the same factor.
    func capped(
        _ first: Int,
        _ last: Int,
        scale: Double,
        _ resizing: PictureForm.Resizing?
    ) -> [FrameAxis.Segment] {
        guard length > 0 else { return [] }
        let count = part.upperBound - part.lowerBound
        let head = min(Double(first), count)
        let tail = min(Double(last), count - head)
        let caps = (head + tail) * scale
        let shrink = caps > length ? length / caps : 1
        let end = start + length
        let headEnd = min(start + head * scale * shrink, end)
        let tailStart = max(headEnd, end - tail * scale * shrink)
        var segments = [
            FrameAxis.Segment(
                target: start..<headEnd,
                source: part.lowerBound...(part.lowerBound + head)
            )
        ]
        let middle = (part.lowerBound + head)...(part.upperBound - tail)
        let period = (count - tail - head) * scale
        // A tile of less than one pixel is stretched instead of repeated.
        if resizing == .tile, period >= 1 {
            let hidden = max(0, ((Double(seen.lowerBound) - headEnd) / period).rounded(.down))
            var position = headEnd + hidden * period
            while position < min(tailStart, Double(seen.upperBound)) {
                let next = min(position + period, tailStart)
                let last = min(middle.lowerBound + (next - position) / scale, middle.upperBound)
                segments.append(
                    FrameAxis.Segment(target: position..<next, source: middle.lowerBound...last)
                )
                position = next
            }
        } else {
            segments.append(FrameAxis.Segment(target: headEnd..<tailStart, source: middle))
        }
        segments.append(
            FrameAxis.Segment(
                target: tailStart..<end,
                source: (part.upperBound - tail)...part.upperBound
            )
        )
        return segments.filter { !$0.target.isEmpty }
    }
}
