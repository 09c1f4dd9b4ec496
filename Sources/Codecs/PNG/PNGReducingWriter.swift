// SPDX-License-Identifier: Apache-2.0

import Raster

/// A PNG encoder that stores an image in the pixel format with the fewest bits that holds it without
/// loss, but in no palette if the file is shorter without, and by the encoder that makes less of it.
///
/// That takes the whole image: it is known to be gray with its last row. So rows are held until then,
/// or until it is known that all bits are needed; from then on they are written as they come. A photo
/// in color has more than 256 colors within a few rows.
final class PNGReducingWriter: RowWriter {
    /// The greatest size of a group of held rows, in bytes, unless one row is larger.
    private static let bandByteCount = 64 << 10

    /// The sizes of samples in bytes: where only encoders are compared, where pixel formats are or the
    /// small one does not decide, and where a search compares all strategies.
    private static let (smallSample, sample, searchedSample) = (16 << 10, 1 << 20, 2 << 20)

    /// The greatest size of an image that is its own sample, in bytes.
    private static let wholeByteCount = 64 << 10

    /// The least number of groups of which a sample has rows, if there are as many.
    private static let leastGroupCount = 8

    private let options: PNGOptions
    private let size: PixelSize
    private let given: PNGForm
    private let rows: PNGRowFormat
    private let profile: [UInt8]?
    private let output: ByteOutput
    private var survey: PNGSurvey
    /// The held rows in groups; each group is freed once it is written.
    private var bands: [[UInt8]] = []
    private var heldByteCount = 0
    private var writer: (any RowWriter & ~Copyable)?

    /// Creates an encoder; it writes nothing to its output yet.
    init(
        _ options: PNGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) {
        self.options = options
        self.size = size
        self.profile = profile
        self.output = output
        given = PNGForm(layout, options.bitDepth)
        rows = PNGRowFormat(layout, options.bitDepth)
        survey = PNGSurvey(layout, options.bitDepth, hasProfile: profile != nil)
    }

    /// Encodes the next row of interleaved bytes, or holds it.
    func writeRow(_ row: Span<UInt8>) throws(CodecError) {
        if try Self.write(row, to: writer) { return }
        if heldByteCount + row.count > PNGOptions.heldByteLimit || knowsEnough {
            try release(as: [given])
            _ = try Self.write(row, to: writer)
        } else {
            survey.add(row)
            hold(row)
        }
    }

    /// Whether the rest of the image makes no difference to how it is written.
    private var knowsEnough: Bool {
        guard survey.isHopeless, !options.searches else { return false }
        return options.strategies(for: given).count == 1
            || heldByteCount >= Self.sample
    }

    /// Completes the file, and writes the rows that are still held.
    func finish() throws(CodecError) {
        if writer == nil { try release(as: survey.forms(pixelCount: size.pixelCount)) }
        try Self.finish(writer)
    }

    // MARK: Held rows

    private func hold(_ row: Span<UInt8>) {
        if bands.last.map({ $0.count + row.count > $0.capacity }) ?? true {
            var band: [UInt8] = []
            band.reserveCapacity(row.count * max(1, Self.bandByteCount / row.count))
            bands.append(band)
        }
        bands[bands.count - 1].append(row)
        heldByteCount += row.count
    }

    /// Writes the held rows in one of some pixel formats, and lets later rows be written
    /// immediately.
    private func release(as forms: [PNGForm]) throws(CodecError) {
        let ways = forms.flatMap { form in options.strategies(for: form).map { (form, $0) } }
        let samples = forms.count > 1 ? [Self.sample] : [Self.smallSample, Self.sample]
        let best = try shortest(
            ways,
            onSamplesOf: options.searches ? [Self.searchedSample] : samples
        )
        let writer = try options.makeWriter(
            best.form,
            best.strategy,
            size: size,
            profile: profile,
            to: output
        )
        var converter = Converter(rows, from: given, to: best.form, width: size.width)
        for index in bands.indices {
            let band = bands[index]
            bands[index] = []
            try converter.write(band, to: writer, output)
        }
        self.writer = consume writer
    }

    // MARK: Strategies

    private typealias Way = (form: PNGForm, strategy: PNGStrategy?)

    /// Finds the pixel format and the strategy that compress the held rows best, by trying each on a
    /// sample, or for a drawing on a larger one.
    ///
    /// The library takes five to eight times the time of the own encoder for photos, so it has to save at
    /// least a tenth.
    private func shortest(_ ways: [Way], onSamplesOf byteCounts: [Int]) throws(CodecError) -> Way {
        var best = ways[0]
        guard ways.count > 1, heldByteCount > 0 else { return best }
        for byteCount in byteCounts {
            let sample = sample(byteCount)
            let sampled = sample.reduce(0) { $0 + $1.count }
            var (least, leastCost) = (Int.max, Int.max)
            for way in ways {
                let costPerByte = way.strategy == nil ? 9 : 10
                let limit = leastCost / costPerByte
                guard let count = try self.byteCount(of: sample, way, limit: limit) else {
                    continue
                }
                let cost = count * costPerByte
                if cost < leastCost { (best, least, leastCost) = (way, count, cost) }
            }
            // Drawings become so short that a small sample may lack what repeats in them.
            if least >= sampled / 16 || sampled == heldByteCount { break }
        }
        return best
    }

    /// Returns the first of the held rows in some groups, evenly spread.
    ///
    /// - Parameter byteCount: The size of the sample in bytes, unless it is one row of each group.
    /// - Returns: The rows of each group.
    private func sample(_ byteCount: Int) -> [[UInt8]] {
        guard heldByteCount > max(byteCount, Self.wholeByteCount) else { return bands }
        let groupCount = max(Self.leastGroupCount, byteCount / Self.bandByteCount)
        let step = (bands.count + groupCount - 1) / groupCount
        let picked = stride(from: 0, to: bands.count, by: step).map { bands[$0] }
        let rowByteCount = given.rowByteCount(width: size.width)
        let rowCount = max(1, byteCount / picked.count / rowByteCount)
        return picked.map { Array($0.prefix(rowCount * rowByteCount)) }
    }

    /// Compresses some rows, and returns the size in bytes with their share of the palette, which is
    /// one for all rows; nil if it exceeds a limit.
    private func byteCount(
        of sample: [[UInt8]],
        _ way: Way,
        limit: Int
    ) throws(CodecError) -> Int? {
        let sampled = sample.reduce(0) { $0 + $1.count }
        let palette = way.form.paletteContents.count + way.form.paletteAlpha.count
        var count = palette * sampled / heldByteCount - palette
        let counter = ByteOutput(
            to: { bytes throws(SinkClosed) in
                count += bytes.count
                if count > limit { throw SinkClosed() }
            },
            supervision: output.supervision
        )
        do throws(CodecError) {
            let writer = try options.makeWriter(
                way.form,
                way.strategy,
                size: PixelSize(
                    width: size.width,
                    height: sampled / given.rowByteCount(width: size.width)
                ),
                profile: nil,
                to: counter
            )
            var converter = Converter(rows, from: given, to: way.form, width: size.width)
            for band in sample { try converter.write(band, to: writer, counter) }
            try writer.finish()
        } catch {
            guard error == .sinkClosed else { throw error }
            return nil
        }
        return counter.flush() ? count : nil
    }

    // MARK: Writers, lent to parameters only

    private static func write(
        _ row: Span<UInt8>,
        to writer: borrowing (any RowWriter & ~Copyable)?
    ) throws(CodecError) -> Bool {
        switch writer {
        case .some(let writer):
            try writer.writeRow(row)
            return true
        case .none: return false
        }
    }

    private static func finish(
        _ writer: borrowing (any RowWriter & ~Copyable)?
    ) throws(CodecError) {
        switch writer {
        case .some(let writer): try writer.finish()
        case .none: break
        }
    }
}

/// Converts the rows held back until the pixel format of the file was known, and writes them.
private struct Converter {
    private let rows: PNGRowFormat
    private let from: PNGForm
    private let form: PNGForm
    private let rowByteCount: Int
    private var numbers: PNGPalette
    private var row: [UInt8]

    init(_ rows: PNGRowFormat, from: PNGForm, to form: PNGForm, width: Int) {
        self.rows = rows
        self.from = from
        self.form = form
        rowByteCount = from.rowByteCount(width: width)
        numbers = PNGPalette(form.palette)
        row = [UInt8](repeating: 0, count: form.rowByteCount(width: width))
    }

    mutating func write(
        _ band: [UInt8],
        to writer: borrowing any RowWriter & ~Copyable,
        _ output: ByteOutput
    ) throws(CodecError) {
        guard output.supervision.mayContinue() else { throw .interrupted }
        for start in stride(from: 0, to: band.count, by: rowByteCount) {
            let held = band.span.extracting(start..<(start + rowByteCount))
            if form == from {
                try writer.writeRow(held)
            } else {
                rows.convert(held, to: form, &numbers, into: &row)
                try writer.writeRow(row.span)
            }
        }
    }
}
