// SPDX-License-Identifier: Apache-2.0

import Raster

/// The composed frame of a moving image, on which frames are drawn and erased.
struct FrameCanvas: ~Copyable {
    private let size: PixelSize
    private let layout: ChannelLayout
    private var pixels: Band<Straight>
    private var saved: Band<Straight>?

    /// Creates a transparent canvas, or a black one without alpha.
    init(size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout
        pixels = Band(layout: layout, width: size.width, capacity: size.height)
    }

    private var whole: PixelRect {
        PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Treats the place of a frame as the frame says, before the next frame is drawn.
    mutating func dispose(_ frame: MotionFrame) {
        let place = frame.place.intersection(whole)
        switch frame.disposal {
        case .keep: break
        case .clear: clear(place)
        case .restore: restore(place)
        }
    }

    private mutating func clear(_ place: PixelRect) {
        for y in place.rows where !place.isEmpty {
            for channel in 0..<layout.channelCount {
                var row = pixels.mutableRow(y, of: channel)
                for x in place.columns { row[x] = 0 }
            }
        }
    }

    /// Remembers what lies under a frame that will be removed.
    mutating func save(_ frame: MotionFrame) {
        var copy: Band<Straight>
        if let former = saved.take() {
            copy = former
        } else {
            copy = Band(layout: layout, width: size.width, capacity: size.height)
        }
        Self.copy(frame.place.intersection(whole), of: pixels, to: &copy)
        saved = consume copy
    }

    private mutating func restore(_ place: PixelRect) {
        guard let copy = saved.take() else { return clear(place) }
        Self.copy(place, of: copy, to: &pixels)
        saved = consume copy
    }

    private static func copy(
        _ place: PixelRect,
        of source: borrowing Band<Straight>,
        to target: inout Band<Straight>
    ) {
        for y in place.rows where !place.isEmpty {
            for channel in 0..<source.layout.channelCount {
                let row = source.row(y, of: channel)
                var copy = target.mutableRow(y, of: channel)
                for x in place.columns { copy[x] = row[x] }
            }
        }
    }

    /// Draws rows of a frame; pixels outside of the canvas are cut off.
    ///
    /// - Parameters:
    ///   - band: The rows, with as many color channels as the canvas.
    ///   - left: The column of the first pixel.
    ///   - top: The row of the first row.
    ///   - blends: Whether to blend them over what is there; otherwise they replace it.
    ///   - isDeep: Whether samples have 16 bits.
    mutating func draw(
        _ band: borrowing Band<Straight>,
        at left: Int,
        _ top: Int,
        blends: Bool,
        isDeep: Bool
    ) {
        let columns = 0..<min(band.width, max(0, size.width - left))
        for row in 0..<band.rowCount where top + row < size.height {
            if blends, band.layout.hasAlpha {
                blend(band, row, columns, at: left, top + row, isDeep: isDeep)
            } else {
                replace(band, row, columns, at: left, top + row)
            }
        }
    }

    private mutating func replace(
        _ band: borrowing Band<Straight>,
        _ row: Int,
        _ columns: Range<Int>,
        at left: Int,
        _ y: Int
    ) {
        for channel in 0..<layout.channelCount {
            var target = pixels.mutableRow(y, of: channel)
            if channel < band.layout.channelCount {
                let source = band.row(row, of: channel)
                for x in columns { target[left + x] = source[x] }
            } else {
                for x in columns { target[left + x] = .max }
            }
        }
    }

    /// Blends a row over the canvas, with color independent of alpha.
    private mutating func blend(
        _ band: borrowing Band<Straight>,
        _ row: Int,
        _ columns: Range<Int>,
        at left: Int,
        _ y: Int,
        isDeep: Bool
    ) {
        let colorCount = layout.colorChannelCount
        let alphas = band.row(row, of: band.layout.channelCount - 1)
        var beneath = [UInt16](repeating: .max, count: columns.count)
        if layout.hasAlpha {
            let row = pixels.row(y, of: colorCount)
            for x in columns { beneath[x] = row[left + x] }
        }
        for channel in 0..<layout.channelCount {
            let isAlpha = channel == colorCount
            let source = band.row(row, of: isAlpha ? band.layout.channelCount - 1 : channel)
            var target = pixels.mutableRow(y, of: channel)
            for x in columns where alphas[x] > 0 {
                if alphas[x] == .max {
                    target[left + x] = source[x]
                    continue
                }
                let weights = BlendWeights(alphas[x], beneath[x], isDeep: isDeep)
                target[left + x] =
                    isAlpha ? weights.alpha : weights.mix(source[x], target[left + x])
            }
        }
    }

    /// Copies rows into a band, without alpha if the band has none.
    func copyRows(_ rows: Range<Int>, into band: inout Band<Straight>) {
        for (index, y) in rows.enumerated() {
            for channel in 0..<band.layout.channelCount {
                var target = band.mutableRow(index, of: channel)
                if channel < layout.channelCount {
                    let source = pixels.row(y, of: channel)
                    for x in source.indices { target[x] = source[x] }
                } else {
                    for x in target.indices { target[x] = .max }
                }
            }
        }
        band.rowCount = rows.count
    }
}

/// The weights of a pixel and of the pixel beneath it, for source-over with straight color.
///
/// Samples of 8 bits are blended in the integers of libwebp and Chromium, to give their very values.
///
/// Reference: Porter and Duff, "Compositing Digital Images", 1984; `BlendPixelNonPremult` of libwebp.
private struct BlendWeights {
    /// The alpha of both together.
    let alpha: UInt16

    private let source: UInt64
    private let below: UInt64
    private let scale: UInt64
    private let isDeep: Bool

    /// Creates the weights for the alpha of a pixel and the alpha beneath it.
    init(_ alpha: UInt16, _ beneath: UInt16, isDeep: Bool) {
        self = isDeep ? Self(deep: alpha, beneath) : Self(alpha, beneath)
    }

    /// Creates the weights of samples of 8 bits, each of which stands as 257 times its value.
    private init(_ alpha: UInt16, _ beneath: UInt16) {
        isDeep = false
        source = UInt64(alpha) / 257
        below = beneath == 0 ? 0 : (UInt64(beneath) / 257 * (256 - source)) >> 8
        scale = (1 << 24) / max(1, source + below)
        self.alpha = UInt16(min(255, source + below)) * 257
    }

    /// Creates the weights of samples of 16 bits.
    private init(deep alpha: UInt16, _ beneath: UInt16) {
        isDeep = true
        source = UInt64(alpha) * 65_535
        below = UInt64(beneath) * (65_535 - UInt64(alpha))
        scale = max(1, source + below)
        self.alpha = UInt16((source + below + 32_767) / 65_535)
    }

    /// Mixes a sample with the sample beneath it.
    func mix(_ sample: UInt16, _ beneath: UInt16) -> UInt16 {
        if below == 0 { return sample }
        if isDeep {
            return UInt16((UInt64(sample) * source + UInt64(beneath) * below + scale / 2) / scale)
        }
        let sum = UInt64(sample) / 257 * source + UInt64(beneath) / 257 * below
        return UInt16(min(255, (sum * scale) >> 24)) * 257
    }
}
