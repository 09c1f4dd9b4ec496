// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The upper end of a pipeline: rows as the file stores them.
final class DecodingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// The profile that describes the samples; `nil` stands for sRGB.
    let iccProfile: [UInt8]?

    /// The time spent so far.
    private(set) var elapsed: Duration = .zero

    private let cancellation: Cancellation
    private var decoder: ImageDecoder

    init(
        _ source: SourceImage,
        limits: DecodeLimits,
        cancellation: Cancellation
    ) throws(RenderError) {
        let began = ContinuousClock.now
        do {
            decoder = try ImageDecoder(bytes: source.bytes, limits: limits) {
                !cancellation.isCancelled && !cancellation.isOverdue
            }
        } catch {
            throw RenderError(error, cancellation)
        }
        size = decoder.header.codedSize
        layout = decoder.header.layout
        iccProfile = decoder.iccProfile
        self.cancellation = cancellation
        elapsed = ContinuousClock.now - began
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try cancellation.check()
        let began = ContinuousClock.now
        do {
            try decoder.decodeRows(into: &band)
        } catch {
            throw RenderError(error, cancellation)
        }
        elapsed += ContinuousClock.now - began
    }
}
