// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// The areas to which a pane or a content is clipped, row by row from the top.
struct ClipRows: ~Copyable {
    private var coverages: [PathCoverage]
    private var row: Band<Premultiplied>

    /// Prepares clips for a rectangle; nil if none of them cuts off any of its pixels.
    init?(_ clips: [Clip], in rect: PixelRect) {
        let clips = Self.needed(clips, in: rect)
        if clips.isEmpty { return nil }
        coverages = clips.map {
            PathCoverage($0.shapes, isInverted: $0.isInverted, bounds: rect)
        }
        row = Band(layout: .gray, width: rect.size.width, capacity: 1)
        row.rowCount = 1
    }

    /// The memory of clips in a rectangle, in bytes.
    static func byteCount(_ clips: [Clip], in rect: PixelRect) -> Int {
        let clips = needed(clips, in: rect)
        if clips.isEmpty { return 0 }
        let row = Band<Premultiplied>.byteCount(layout: .gray, width: rect.size.width, capacity: 1)
        return clips.reduce(row) { $0 + PathCoverage.byteCount($1.shapes, bounds: rect) }
    }

    /// The clips that cut off pixels of a rectangle.
    private static func needed(_ clips: [Clip], in rect: PixelRect) -> [Clip] {
        clips.filter { !$0.contains(Rectangle(rect)) }
    }

    /// Multiplies the coverage of the next row.
    ///
    /// - Parameters:
    ///   - covers: The band with the coverage, as wide as the rectangle.
    ///   - index: The row of the band.
    ///   - columns: The columns to multiply; all others are not covered.
    mutating func multiply(
        _ covers: inout Band<Premultiplied>,
        _ index: Int,
        _ columns: Range<Int>
    ) {
        for coverage in coverages.indices {
            Self.next(&coverages[coverage], &row)
            var target = covers.mutableRow(index, of: 0)
            Self.multiply(&target, row, columns)
        }
    }

    /// Multiplies the weights of the next row.
    mutating func multiply(_ weights: inout Samples<UInt16>, _ columns: Range<Int>) {
        for coverage in coverages.indices {
            Self.next(&coverages[coverage], &row)
            var target = weights.mutableSpan(0..<weights.count)
            Self.multiply(&target, row, columns)
        }
    }

    private static func next(_ coverage: inout PathCoverage, _ row: inout Band<Premultiplied>) {
        var samples = row.mutableRow(0, of: 0)
        _ = coverage.coverNext(into: &samples)
    }

    private static func multiply(
        _ target: inout MutableSpan<UInt16>,
        _ row: borrowing Band<Premultiplied>,
        _ columns: Range<Int>
    ) {
        let samples = row.row(0, of: 0)
        for x in columns {
            target[x] = UInt16((UInt64(target[x]) * UInt64(samples[x]) + 32_767) / 65_535)
        }
    }
}

extension Rectangle {
    /// The rectangle of whole pixels.
    init(_ rect: PixelRect) {
        self.init(
            x: Double(rect.x),
            y: Double(rect.y),
            width: Double(rect.size.width),
            height: Double(rect.size.height)
        )
    }
}
