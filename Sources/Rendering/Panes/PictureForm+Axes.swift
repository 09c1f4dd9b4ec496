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
        let across = FrameSide(frame.x, frame.width, count: size.width, seen: rect.columns)
        let down = FrameSide(frame.y, frame.height, count: size.height, seen: rect.rows)
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
        case .fill, .fit, .center:
            let scales = (across.length / Double(size.width), down.length / Double(size.height))
            let scale =
                switch mode {
                case .fill: max(scales.0, scales.1)
                case .fit: min(scales.0, scales.1)
                case .center, .stretch: scale
                }
            columns = across.centered(scale: scale)
            rows = down.centered(scale: scale)
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

/// One axis of a frame: its position and length, and the number of pixels of the image along it.
struct FrameSide {
    var start: Double
    var length: Double
    /// The number of pixels of the image along this axis.
    var count: Int
    /// The range of pixels of the frame to compute.
    var seen: Range<Int>

    init(_ start: Double, _ length: Double, count: Int, seen: Range<Int>) {
        self.start = start
        self.length = length
        self.count = count
        self.seen = seen
    }

    /// Maps the centered image to the frame, without the parts that do not fit.
    func centered(scale: Double) -> [FrameAxis.Segment] {
        let size = Double(count) * scale
        let visible = min(size, length)
        guard visible > 0 else { return [] }
        let from = start + (length - visible) / 2
        let hidden = (size - visible) / 2 / scale
        return [
            FrameAxis.Segment(
                target: from..<(from + visible),
                source: hidden...max(hidden, Double(count) - hidden)
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
        let head = min(first, count)
        let tail = min(last, count - head)
        let caps = Double(head + tail) * scale
        let shrink = caps > length ? length / caps : 1
        let end = start + length
        let headEnd = min(start + Double(head) * scale * shrink, end)
        let tailStart = max(headEnd, end - Double(tail) * scale * shrink)
        var segments = [
            FrameAxis.Segment(target: start..<headEnd, source: 0...Double(head))
        ]
        let middle = Double(head)...Double(count - tail)
        let period = Double(count - tail - head) * scale
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
                source: Double(count - tail)...Double(count)
            )
        )
        return segments.filter { !$0.target.isEmpty }
    }
}
