// SPDX-License-Identifier: Apache-2.0

import Raster

/// A survey of an image's rows that finds the smallest pixel format that holds them without
/// loss.
struct PNGSurvey {
    private let given: PNGForm
    private let rows: PNGRowFormat

    private var isOpaque = true
    private var isGray: Bool
    /// Whether the two bytes of every 16-bit sample are equal, so that one is enough.
    private var isShallow = true
    /// The distinct colors so far; nil if they are too many, or if there must be no palette.
    private var colors: PNGPalette?
    /// The least number of bits per pixel that holds all gray levels so far.
    private var grayBits = 1

    /// Creates a survey to which no rows were added yet.
    ///
    /// - Parameters:
    ///   - layout: The channels of the rows.
    ///   - depth: The precision of their samples.
    ///   - hasProfile: Whether there is a color profile. One of colors does not describe levels of
    ///     gray, and one of gray does not describe a palette.
    init(_ layout: ChannelLayout, _ depth: SampleDepth, hasProfile: Bool) {
        given = PNGForm(layout, depth)
        rows = PNGRowFormat(layout, depth)
        isGray = !layout.isColor || !hasProfile
        colors = layout.isColor || !hasProfile ? PNGPalette() : nil
    }

    /// Whether the rows added so far show that no smaller pixel format can hold the image.
    var isHopeless: Bool {
        let hasFewColors = colors.map { given.pixelBits > 8 || $0.colors.count <= 16 } ?? false
        let dropsDepth = given.bitDepth == 16 && isShallow
        let dropsBits = given.pixelBits == 8 && grayBits < 8
        return !hasFewColors && !dropsDepth && !dropsBits && !(given.hasAlpha && isOpaque)
            && !(given.isColor && isGray)
    }

    /// Adds a row of interleaved bytes to the survey.
    mutating func add(_ row: Span<UInt8>) {
        if given.bitDepth == 16, isShallow { isShallow = rows.areShallow(row) }
        if given.hasAlpha, isOpaque { isOpaque = rows.areOpaque(row) }
        if given.isColor, isGray { isGray = rows.areGray(row) }
        if !isShallow { colors = nil }
        if colors != nil { addColors(row) }
        if grayBits < 8, isGray, isShallow { grayBits = max(grayBits, rows.grayBits(row)) }
    }

    private mutating func addColors(_ row: Span<UInt8>) {
        var last: UInt32?
        for start in stride(from: 0, to: row.count, by: rows.pixelByteCount) {
            let color = rows.color(row, at: start)
            if color == last { continue }
            last = color
            if colors?.number(of: color) == nil {
                colors = nil
                return
            }
        }
    }

    /// Finds the pixel formats that may make the shortest file: the one with the fewest bits for all
    /// rows and a palette, and if it has a palette, the one with the fewest bits without.
    ///
    /// Levels of gray are similar where pixels are neighbors, so that filters may save more than a
    /// palette.
    func forms(pixelCount: Int) -> [PNGForm] {
        var best = given
        best.isColor = given.isColor && !isGray
        best.hasAlpha = given.hasAlpha && !isOpaque
        if isShallow { best.bitDepth = best.isColor || best.hasAlpha || !isGray ? 8 : grayBits }
        guard let colors = colors?.colors else { return [best] }
        var indexed = best
        // Transparent ones come first, because only these need alpha. Within, colors are in order, so
        // that neighbors in the image often are neighbors in the palette.
        let isOpaque = { (color: UInt32) in color & 0xFF == 0xFF }
        indexed.palette =
            colors.filter { !isOpaque($0) }.sorted() + colors.filter(isOpaque).sorted()
        indexed.bitDepth =
            colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
        let saved = pixelCount * (best.pixelBits - indexed.pixelBits) / 8
        let alphaByteCount = indexed.paletteAlpha.isEmpty ? 0 : 12 + indexed.paletteAlpha.count
        return saved > 12 + 3 * colors.count + alphaByteCount ? [indexed, best] : [best]
    }
}
