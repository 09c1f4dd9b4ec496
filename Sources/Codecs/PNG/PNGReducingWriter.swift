// SPDX-License-Identifier: Apache-2.0

import Raster

/// A PNG encoder that stores a picture in the pixel format with the fewest bits that holds it without
/// loss, but in no palette if the file is shorter without.
///
/// That takes the whole picture: it is known to be gray with its last row. So rows are held until then,
/// or until it is known that all bits are needed; from then on they are written as they come. A photo
/// in color has more than 256 colors within a few rows.
final class PNGReducingWriter: RowWriter {
    /// The greatest size of a group of held rows, in bytes, unless one row is larger.
    private static let bandByteCount = 64 << 10

    /// The greatest number of groups of rows on which each strategy of compression is tried, and
    /// before that each pixel format.
    private static let (strategyTrialCount, formTrialCount) = (32, 8)

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

    /// Creates an encoder, which writes nothing to its output yet.
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
        if heldByteCount + row.count > PNGOptions.heldByteLimit
            || survey.isHopeless && !options.searches
        {
            try release(as: [given])
            _ = try Self.write(row, to: writer)
        } else {
            survey.add(row)
            hold(row)
        }
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

    /// Writes the held rows in one of some pixel formats, and lets later rows be written at once.
    private func release(as forms: [PNGForm]) throws(CodecError) {
        let form = try shortest(forms.map { ($0, PNGStrategy($0)) }, Self.formTrialCount).form
        var strategy = PNGStrategy(form)
        if options.searches {
            let ways = PNGStrategy.allCases.map { (form, $0) }
            strategy = try shortest(ways, Self.strategyTrialCount).strategy
        }
        let writer = try options.makeWriter(
            form,
            strategy,
            size: size,
            profile: profile,
            to: output
        )
        var converter = Converter(rows, from: given, to: form, width: size.width)
        for index in bands.indices {
            let band = bands[index]
            bands[index] = []
            try converter.write(band, to: writer, output)
        }
        self.writer = consume writer
    }

    // MARK: Strategies

    private typealias Way = (form: PNGForm, strategy: PNGStrategy)

    /// Finds the pixel format and the strategy that compress the held rows best, by trying each on
    /// some groups of them.
    private func shortest(_ ways: [Way], _ trialCount: Int) throws(CodecError) -> Way {
        guard ways.count > 1 else { return ways[0] }
        let step = max(1, (bands.count + trialCount - 1) / trialCount)
        let tried = stride(from: 0, to: bands.count, by: step).map { bands[$0] }
        var (best, least) = (ways[0], Int.max)
        for way in ways {
            // The palette is one for all groups.
            let palette = way.form.paletteContents.count + way.form.paletteAlpha.count
            let surplus = bands.isEmpty ? 0 : palette - palette * tried.count / bands.count
            let limit = least == .max ? least : least + surplus
            let count = try byteCount(of: tried, way.form, way.strategy, limit: limit)
            if let count, count - surplus < least { (best, least) = (way, count - surplus) }
        }
        return best
    }

    /// Compresses some rows by a strategy, and returns the size in bytes; nil if it reaches a
    /// limit.
    private func byteCount(
        of bands: [[UInt8]],
        _ form: PNGForm,
        _ strategy: PNGStrategy,
        limit: Int
    ) throws(CodecError) -> Int? {
        var count = 0
        let counter = ByteOutput(
            to: { bytes throws(SinkClosed) in
                count += bytes.count
                if count >= limit { throw SinkClosed() }
            },
            shouldContinue: output.mayContinue,
            onLibraryError: output.report
        )
        let held = bands.reduce(0) { $0 + $1.count }
        do throws(CodecError) {
            let writer = try options.makeWriter(
                form,
                strategy,
                size: PixelSize(
                    width: size.width,
                    height: held / given.rowByteCount(width: size.width)
                ),
                profile: nil,
                to: counter
            )
            var converter = Converter(rows, from: given, to: form, width: size.width)
            for band in bands { try converter.write(band, to: writer, counter) }
            try writer.finish()
        } catch {
            guard error == .sinkClosed else { throw error }
            return nil
        }
        return counter.flush() ? count : nil
    }

    // MARK: Writers, which the compiler lends to parameters only

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
        guard output.mayContinue() else { throw .interrupted }
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
