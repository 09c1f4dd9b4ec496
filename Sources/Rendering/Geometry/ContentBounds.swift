// SPDX-License-Identifier: Apache-2.0

import Raster

/// The bounds of all pixels whose color differs from the color of the top left pixel.
struct ContentBounds {
    /// The greatest difference of a premultiplied channel between colors that count as equal, in
    /// levels of 65535.
    private let limit: Int32

    /// The premultiplied channels of the top left pixel.
    private var corner = SIMD4<Int32>()

    private var columns = (first: Int.max, last: Int.min)
    private var rows = (first: Int.max, last: Int.min)

    private init(tolerance: Double) { limit = Int32((tolerance * 65_535).rounded()) }

    /// Finds the bounds of all pixels of an image whose color differs from the color of the top
    /// left one.
    ///
    /// - Parameters:
    ///   - picture: The image.
    ///   - tolerance: The greatest difference of a premultiplied channel that still is the same color.
    /// - Returns: The bounds; nil if the whole image has one color, or no edge can be cut off.
    /// - Throws: Errors of decoding.
    static func of(
        _ picture: any BandSource<Straight>,
        tolerance: Double
    ) throws(RenderError) -> PixelRect? {
        var bounds = ContentBounds(tolerance: tolerance)
        var band = picture.makeBand()
        var y = 0
        while true {
            try picture.pull(into: &band)
            if band.rowCount == 0 { break }
            if y == 0 { bounds.corner = band.corner }
            for row in 0..<band.rowCount { bounds.add(band, row, y: y + row) }
            y += band.rowCount
        }
        guard let found = bounds.rectangle, found.size != picture.size else { return nil }
        return found
    }

    /// The work of finding the bounds in an image, in passes over a sample.
    ///
    /// A sample of the rim is compared once from the left, and once more from the right below the first row
    /// with content. With alpha, it is multiplied first.
    static func work(_ size: PixelSize, _ layout: ChannelLayout) -> Int {
        2 * size.pixelCount
            * (layout.channelCount + (layout.hasAlpha ? layout.colorChannelCount : 0))
    }

    private var rectangle: PixelRect? {
        guard columns.first <= columns.last else { return nil }
        return PixelRect(
            x: columns.first,
            y: rows.first,
            width: columns.last - columns.first + 1,
            height: rows.last - rows.first + 1
        )
    }

    /// Enlarges the bounds by the pixels of a row that differ from the top left pixel.
    private mutating func add(_ band: borrowing Band<Straight>, _ row: Int, y: Int) {
        var found = (first: Int.max, last: Int.min)
        let alpha = band.layout.hasAlpha ? band.layout.channelCount - 1 : nil
        for channel in 0..<band.layout.channelCount {
            let samples = band.row(row, of: channel)
            if let alpha, channel != alpha {
                let masks = band.row(row, of: alpha)
                widen(&found, band.width, channel) { Int32(premultiplied(samples[$0], masks[$0])) }
            } else {
                widen(&found, band.width, channel) { Int32(samples[$0]) }
            }
        }
        guard found.first <= found.last else { return }
        columns = (min(columns.first, found.first), max(columns.last, found.last))
        rows = (min(rows.first, y), y)
    }

    /// Enlarges a range of columns to the first and the last sample of a row that differ from the
    /// top left pixel.
    @inline(__always)
    private func widen(
        _ found: inout (first: Int, last: Int),
        _ width: Int,
        _ channel: Int,
        _ sample: (Int) -> Int32
    ) {
        let reference = corner[channel]
        var x = 0
        // Columns that are inside of the bounds of another channel are not read again.
        let end = min(found.first, width)
        while x < end, abs(sample(x) - reference) <= limit { x += 1 }
        if x < end { found.first = x }
        guard found.first < width else { return }
        x = width - 1
        let start = max(found.last, found.first)
        while x > start, abs(sample(x) - reference) <= limit { x -= 1 }
        found.last = max(x, start)
    }
}

/// A color sample times its alpha, rounded down.
private func premultiplied(_ sample: UInt16, _ alpha: UInt16) -> UInt16 {
    UInt16(UInt32(sample) * UInt32(alpha) / 65_535)
}

extension Band where Form == Straight {
    /// The premultiplied channels of the top left pixel; 0 for channels that the band does not
    /// have.
    fileprivate var corner: SIMD4<Int32> {
        var color = SIMD4<Int32>()
        let alpha = layout.hasAlpha ? row(0, of: layout.channelCount - 1)[0] : 65_535
        for channel in 0..<layout.channelCount {
            let isAlpha = layout.hasAlpha && channel == layout.channelCount - 1
            let sample = row(0, of: channel)[0]
            color[channel] = Int32(isAlpha ? sample : premultiplied(sample, alpha))
        }
        return color
    }
}
