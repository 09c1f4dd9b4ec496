// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The first stage of a pipeline: it decodes rows of pixels from a file.
protocol DecodingSource: BandSource where Form == Straight {
    /// The ICC profile of the decoded rows; `nil` stands for sRGB.
    var iccProfile: [UInt8]? { get }

    /// Whether the whole file is decoded, so that no damage in it can be found any more.
    var isDecoded: Bool { get }

    /// The time spent on decoding so far, on all threads.
    var decoding: Duration { get }

    /// The time that this thread spent decoding, or waiting for rows that other threads decode.
    var awaiting: Duration { get }
}

/// Decodes all pixels of a file, as the first stage of a pipeline.
final class DecodingStage: DecodingSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// The ICC profile of the decoded rows; `nil` stands for sRGB.
    let iccProfile: [UInt8]?

    /// The reader that decodes rows, partly ahead of time.
    let rows: ReadAhead<Band<Straight>>

    /// The number of rows delivered so far.
    private var deliveredCount = 0

    /// Opens the file of an image.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - limits: The largest size of an image.
    ///   - space: The color space to convert the rows to; nil for the color space of the file.
    ///   - cancellation: Checked between two bands, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle.
    /// - Throws: Errors of opening; a file with several scans is decoded here.
    init(
        _ source: SourceImage,
        limits: DecodeLimits,
        in space: WorkingSpace? = nil,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let file = try OpenFile(source, limits, in: space, cancellation)
        let (size, layout) = (file.decoder.header.codedSize, file.decoder.header.layout)
        self.size = size
        self.layout = layout
        iccProfile = space.map(\.profile) ?? file.decoder.iccProfile
        rows = ReadAhead(pool: pool, lookahead: Self.lookahead(size)) {
            Band(layout: layout, width: size.width, capacity: bandHeight)
        } decode: { band, _ throws(RenderError) in
            try file.decode(into: &band)
            return band.rowCount > 0 ? .portion : .end
        }
    }

    /// Returns the number of bands of an image to decode ahead.
    static func lookahead(_ size: PixelSize) -> Lookahead {
        Lookahead(
            count: (size.height + bandHeight - 1) / bandHeight,
            width: size.width,
            height: bandHeight
        )
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        if try !rows.next(into: &band) { band.rowCount = 0 }
        deliveredCount += band.rowCount
    }

    var decoding: Duration { rows.elapsed }

    var awaiting: Duration { rows.awaiting }

    /// Whether all rows of the file are decoded and pulled.
    var isDecoded: Bool { deliveredCount == size.height }
}

/// A decoder of pixels, the conversion of their colors, and the cancellation that stops both.
final class OpenFile {
    var decoder: ImageDecoder
    private let colors: RowColors?
    private let cancellation: Cancellation

    init(
        _ source: SourceImage,
        _ limits: DecodeLimits,
        in space: WorkingSpace? = nil,
        _ cancellation: Cancellation
    ) throws(RenderError) {
        self.cancellation = cancellation
        decoder = try Self.open(source, limits, cancellation)
        colors = space?.conversion(from: decoder.iccProfile, layout: decoder.header.layout)?
            .makeRowColors()
        cancellation.note(decoder.damage)
    }

    private static func open(
        _ source: SourceImage,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) -> ImageDecoder {
        do {
            return try ImageDecoder(
                bytes: source.bytes,
                limits: limits,
                damage: source.damage,
                taking: source.selection,
                supervision: cancellation.supervision
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Decodes a file without an end marker on trial, and throws if pixels are missing.
    ///
    /// Otherwise the beginning of the result would be sent before the damage is found.
    static func check(
        _ source: SourceImage,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) {
        guard source.header.needsTrial, !source.damage.tolerates(.missingPixels) else { return }
        let file = try OpenFile(source, limits, cancellation)
        var band = Band<Straight>(
            layout: source.header.layout,
            width: source.header.codedSize.width,
            capacity: bandHeight
        )
        repeat { try file.decode(into: &band) } while band.rowCount > 0
    }

    func decode(into band: inout Band<Straight>) throws(RenderError) {
        try cancellation.check()
        do {
            try decoder.decodeRows(into: &band)
            colors?.apply(to: &band)
            cancellation.note(decoder.damage)
        } catch {
            throw RenderError(error, cancellation)
        }
    }
}
