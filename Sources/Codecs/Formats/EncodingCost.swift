// SPDX-License-Identifier: Apache-2.0

import Raster

/// The price of decoding and encoding, in multiples of a simple pass over a sample.
package enum CodecPrice {
    /// The passes that a worker does in a second.
    ///
    /// `Scripts/trial prices` compares prices with processor time.
    package static let passesPerSecond = 4_000_000_000

    /// The passes that decoding takes for each sample of a JPEG.
    package static let decodingPasses = 4

    /// Converts passes over samples to processor time.
    static func duration(passes: Int, sampleCount: Int) -> Duration {
        let work = Double(passes) * Double(sampleCount)
        return .nanoseconds(Int64(min(work * 1e9 / Double(passesPerSecond), 1e18)))
    }
}

/// The price of encoding a sample; for some encoders it depends on the image size.
///
/// Encoders choose among their methods by the size, and share what they do once for an image among all of its
/// samples.
struct EncodingCost {
    /// The passes for each sample of an image of 0.1 megapixels.
    let small: Int

    /// The passes for each sample of an image of one megapixel.
    let medium: Int

    /// The passes for each sample of an image of twelve megapixels.
    let large: Int

    /// Creates a price from those for 0.1, 1 and 12 megapixels.
    init(_ small: Int, _ medium: Int, _ large: Int) {
        self.small = small
        self.medium = medium
        self.large = large
    }

    /// Creates the price of an encoder that takes the same for each sample, whatever the size.
    init(_ passes: Int) { self.init(passes, passes, passes) }

    /// Returns the passes for each sample of an image, interpolated between the nearest sizes.
    func passes(pixelCount: Int) -> Int {
        let (start, end, from, to) =
            pixelCount < 1_000_000
            ? (100_000, 1_000_000, small, medium) : (1_000_000, 12_000_000, medium, large)
        let place = min(max(pixelCount, start), end) - start
        return from + (to - from) * place / (end - start)
    }
}
