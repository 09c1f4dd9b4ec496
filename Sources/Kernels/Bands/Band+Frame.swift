// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Band where Form == Premultiplied {
    /// Resamples a whole image into a frame.
    ///
    /// All channels are zero outside the frame. At frame edges inside a pixel they fade, so the
    /// image must have alpha to fade.
    ///
    /// - Parameters:
    ///   - columns: The weights of the image's columns.
    ///   - rows: The weights of the image's rows.
    /// - Returns: One pixel for each position of the two axes.
    package func framed(columns: FrameAxis, rows: FrameAxis) -> Band<Premultiplied> {
        framed(columns: columns, rows: rows) { () throws(Never) in }
    }

    /// Resamples a whole image into a frame, and calls a check regularly so that it can be
    /// cancelled.
    ///
    /// Rows are combined before columns, unless the frame is so narrow compared with the image that
    /// the other order costs less than a quarter. So the cost depends on the pixels of the image
    /// and of the frame, and not on the frame's rows times the image's width.
    ///
    /// - Parameters:
    ///   - columns: The weights of the image's columns.
    ///   - rows: The weights of the image's rows.
    ///   - check: Called every 16 rows, counting rows of the image and of the frame together.
    /// - Returns: One pixel for each position of the two axes.
    /// - Throws: Any error that the check throws.
    package func framed<Failure: Error>(
        columns: FrameAxis,
        rows: FrameAxis,
        check: () throws(Failure) -> Void
    ) throws(Failure) -> Band<Premultiplied> {
        try framed(
            columns: columns,
            rows: rows,
            part: rows.positions,
            order: framingCost(columns: columns, rows: rows).order,
            check: check
        )
    }

    /// Resamples a whole image into some rows of a frame.
    ///
    /// - Parameters:
    ///   - columns: The weights of the image's columns.
    ///   - rows: The weights of the image's rows.
    ///   - part: The positions of the rows to compute.
    ///   - order: The order of ``framingCost(columns:rows:)``; the other one rounds differently.
    ///   - check: Called every 16 rows, counting rows of the image and of the frame together.
    /// - Returns: One pixel for each position of the columns and of the part.
    /// - Throws: Any error that the check throws.
    package func framed<Failure: Error>(
        columns: FrameAxis,
        rows: FrameAxis,
        part: Range<Int>,
        order: FramingOrder,
        check: () throws(Failure) -> Void
    ) throws(Failure) -> Band<Premultiplied> {
        let (rowCount, width) = (part.count, columns.positions.count)
        switch order {
        case .columnsFirst:
            return try narrowed(columns: columns, rows: rows, part: part, check: check)
        case .rowsFirst: break
        }
        var result = Band(layout: layout, width: width, capacity: rowCount)
        var sums = [Float](repeating: 0, count: self.width)
        var pace = Pace()
        for channel in 0..<layout.channelCount {
            for (offset, y) in part.enumerated() {
                if pace.isDue() { try check() }
                for x in sums.indices { sums[x] = 0 }
                try rows.forEach(of: y) { (source, weight) throws(Failure) in
                    if pace.isDue() { try check() }
                    let samples = row(source, of: channel)
                    for x in 0..<samples.count { sums[x] += weight * Float(samples[x]) }
                }
                var target = result.mutableRow(offset, of: channel)
                for (index, x) in columns.positions.enumerated() {
                    var sum: Float = 0.5
                    columns.forEach(of: x) { sum += $1 * sums[$0] }
                    target[index] = UInt16(min(max(sum, 0), 65_535))
                }
            }
        }
        result.rowCount = rowCount
        if columns.kernel == .lanczos3 || rows.kernel == .lanczos3 { result.limitToAlpha() }
        return result
    }

    /// Limits colors to alpha, because kernels with negative weights may exceed it.
    private mutating func limitToAlpha() {
        guard layout.hasAlpha else { return }
        let (stride, width) = (planeStride, width)
        let colorCount = layout.colorChannelCount
        for row in 0..<rowCount {
            var planes = mutablePlanes(ofRow: row)
            for channel in 0..<colorCount {
                for x in 0..<width {
                    let alpha = planes[colorCount * stride + x]
                    planes[channel * stride + x] = min(planes[channel * stride + x], alpha)
                }
            }
        }
    }

    /// Returns the cheaper order of the two passes, and its number of multiplications per channel.
    package func framingCost(
        columns: FrameAxis,
        rows: FrameAxis
    ) -> (order: FramingOrder, sampleCount: Int) {
        let rowsFirst = rows.weightCount * width + rows.positions.count * columns.weightCount
        let columnsFirst =
            rows.freshCount * columns.weightCount + rows.weightCount * columns.positions.count
        return columnsFirst < rowsFirst / 4
            ? (.columnsFirst, columnsFirst) : (.rowsFirst, rowsFirst)
    }

    /// Resamples columns before rows, and keeps a resampled row of the image as long as rows of
    /// the frame use it.
    private func narrowed<Failure: Error>(
        columns: FrameAxis,
        rows: FrameAxis,
        part: Range<Int>,
        check: () throws(Failure) -> Void
    ) throws(Failure) -> Band<Premultiplied> {
        let width = columns.positions.count
        var result = Band(layout: layout, width: width, capacity: part.count)
        var sums = [Float](repeating: 0, count: width)
        // The last rows of the image, narrowed to the frame width.
        var lines = [Float](repeating: 0, count: rows.window.count * width)
        var pace = Pace()
        for channel in 0..<layout.channelCount {
            var kept = rows.window
            for (offset, y) in part.enumerated() {
                if pace.isDue() { try check() }
                for x in sums.indices { sums[x] = 0.5 }
                try rows.forEach(of: y) { (source, weight) throws(Failure) in
                    if pace.isDue() { try check() }
                    let (slot, isFresh) = kept.slot(of: source)
                    let start = slot * width
                    if isFresh {
                        columns.weigh(row(source, of: channel), into: &lines, at: start)
                    }
                    for x in 0..<width { sums[x] += weight * lines[start + x] }
                }
                var target = result.mutableRow(offset, of: channel)
                for x in 0..<width { target[x] = UInt16(min(max(sums[x], 0), 65_535)) }
            }
        }
        result.rowCount = part.count
        if columns.kernel == .lanczos3 || rows.kernel == .lanczos3 { result.limitToAlpha() }
        return result
    }
}

/// The order in which an image is resampled along its two axes.
package enum FramingOrder: Hashable, Sendable {
    /// Combines rows of the image first, and then columns.
    case rowsFirst
    /// Combines columns of the image first, and then rows.
    case columnsFirst
}

/// A row counter that schedules checks for cancellation: before every 16th row, beginning
/// with the first.
private struct Pace {
    private var rowCount = 0

    /// Counts one row, and returns whether to check for cancellation before it: true for every 16th
    /// row, beginning with the first.
    mutating func isDue() -> Bool {
        defer { rowCount += 1 }
        return rowCount % 16 == 0
    }
}

extension Band where Form == Straight {
    /// Extracts a mask: the alpha of each pixel, or its luminance times alpha.
    ///
    /// - Parameter isLuminance: Whether to use luminance, with the weights .2126, .7152 and .0722 of
    ///   encoded color.
    /// - Returns: A band with one channel.
    package func presence(isLuminance: Bool) -> Band<Premultiplied> {
        var result = Band<Premultiplied>(layout: .gray, width: width, capacity: rowCount)
        result.rowCount = rowCount
        for y in 0..<rowCount {
            var target = result.mutableRow(y, of: 0)
            if layout.hasAlpha {
                target.copy(row(y, of: layout.channelCount - 1))
            } else {
                target.update(repeating: 65_535)
            }
            guard isLuminance else { continue }
            for x in 0..<width {
                let luminance =
                    layout.isColor
                    ? 0.2126 * Float(row(y, of: 0)[x]) + 0.7152 * Float(row(y, of: 1)[x])
                        + 0.0722 * Float(row(y, of: 2)[x])
                    : Float(row(y, of: 0)[x])
                target[x] = UInt16(min(luminance * (Float(target[x]) / 65_535) + 0.5, 65_535))
            }
        }
        return result
    }
}
