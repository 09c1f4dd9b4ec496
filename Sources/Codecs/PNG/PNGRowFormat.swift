// SPDX-License-Identifier: Apache-2.0

import Raster

/// The order and size of interleaved samples in the rows that an encoder gets.
struct PNGRowFormat {
    private let layout: ChannelLayout
    private let sampleByteCount: Int

    /// The number of bytes of a pixel.
    let pixelByteCount: Int

    /// Creates the format of rows with given channels and precision; 16-bit samples are big-endian.
    init(_ layout: ChannelLayout, _ depth: SampleDepth) {
        self.layout = layout
        sampleByteCount = depth.byteCount
        pixelByteCount = layout.channelCount * depth.byteCount
    }

    /// Whether both bytes of each 16-bit sample of a row are equal, so that 8 bits are enough.
    func areShallow(_ row: Span<UInt8>) -> Bool {
        for index in stride(from: 0, to: row.count, by: 2) where row[index] != row[index + 1] {
            return false
        }
        return true
    }

    /// Whether all pixels of a row with alpha are opaque.
    func areOpaque(_ row: Span<UInt8>) -> Bool {
        for end in stride(from: pixelByteCount, through: row.count, by: pixelByteCount)
        where row[end - 1] != 0xFF || row[end - sampleByteCount] != 0xFF { return false }
        return true
    }

    /// Whether red, green and blue of each pixel in a row are equal.
    func areGray(_ row: Span<UInt8>) -> Bool {
        for start in stride(from: 0, to: row.count, by: pixelByteCount) {
            for red in start..<(start + sampleByteCount)
            where row[red] != row[red + sampleByteCount]
                || row[red] != row[red + 2 * sampleByteCount]
            {
                return false
            }
        }
        return true
    }

    /// The least number of bits per pixel that holds the gray levels of a row: 1, 2, 4 or 8.
    func grayBits(_ row: Span<UInt8>) -> Int {
        var bits = 1
        for start in stride(from: 0, to: row.count, by: pixelByteCount) {
            let level = row[start]
            if level == 0 || level == 0xFF { continue }
            bits = max(bits, level % 0x55 == 0 ? 2 : level % 0x11 == 0 ? 4 : 8)
        }
        return bits
    }

    /// The color of a pixel in 8 bits: red, green, blue and alpha from the highest byte on.
    @inline(__always)
    func color(_ row: Span<UInt8>, at start: Int) -> UInt32 {
        let red = UInt32(row[start])
        let alpha = layout.hasAlpha ? UInt32(row[start + pixelByteCount - sampleByteCount]) : 0xFF
        guard layout.isColor else { return red << 24 | red << 16 | red << 8 | alpha }
        return red << 24 | UInt32(row[start + sampleByteCount]) << 16
            | UInt32(row[start + 2 * sampleByteCount]) << 8 | alpha
    }

    /// Converts a row to a pixel format that holds it without loss.
    ///
    /// - Parameters:
    ///   - row: The bytes of the row.
    ///   - form: The form.
    ///   - numbers: The numbers of the colors in the palette, if the form has one.
    ///   - result: Room for the row in that form.
    func convert(
        _ row: Span<UInt8>,
        to form: PNGForm,
        _ numbers: inout PNGPalette,
        into result: inout [UInt8]
    ) {
        if form.isIndexed {
            var (last, number) = (color(row, at: 0), 0)
            number = numbers.number(of: last) ?? 0
            pack(row, form.bitDepth, into: &result) { start in
                let color = color(row, at: start)
                if color == last { return number }
                (last, number) = (color, numbers.number(of: color) ?? 0)
                return number
            }
        } else if form.bitDepth < 8 {
            pack(row, form.bitDepth, into: &result) { Int(row[$0]) >> (8 - form.bitDepth) }
        } else {
            copy(row, to: form, into: &result)
        }
    }

    /// Copies the bytes of each pixel that a pixel format keeps.
    private func copy(_ row: Span<UInt8>, to form: PNGForm, into result: inout [UInt8]) {
        let channels =
            (form.isColor ? [0, 1, 2] : [0]) + (form.hasAlpha ? [layout.channelCount - 1] : [])
        let kept = channels.flatMap { channel in
            (0..<(form.bitDepth / 8)).map { channel * sampleByteCount + $0 }
        }
        var target = result.mutableSpan
        for (index, offset) in kept.enumerated() {
            var place = index
            for source in stride(from: offset, to: row.count, by: pixelByteCount) {
                target[place] = row[source]
                place += kept.count
            }
        }
    }

    /// Packs a small number for each pixel into bytes, the first pixel in the highest bits.
    private func pack(
        _ row: Span<UInt8>,
        _ bitDepth: Int,
        into result: inout [UInt8],
        _ value: (Int) -> Int
    ) {
        var target = result.mutableSpan
        var (bits, count, place) = (0, 0, 0)
        for start in stride(from: 0, to: row.count, by: pixelByteCount) {
            bits = bits << bitDepth | value(start)
            count += bitDepth
            if count == 8 {
                target[place] = UInt8(truncatingIfNeeded: bits)
                (bits, count, place) = (0, 0, place + 1)
            }
        }
        if count > 0 { target[place] = UInt8(truncatingIfNeeded: bits << (8 - count)) }
    }
}
