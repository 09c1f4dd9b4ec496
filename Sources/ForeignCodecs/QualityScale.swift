// SPDX-License-Identifier: Apache-2.0

/// A table that converts a JPEG quality to the quality setting of another library.
///
/// At the settings that a row of the table pairs, pictures have the same mean structural similarity
/// (SSIM) of luma to their originals: that of libjpeg with 4:2:0 samples, over four photos and a
/// drawing of 1000 pixels' width. Between two rows, settings are interpolated linearly.
///
/// `Scripts/compare-qualities` prints the rows: with cwebp 1.2.4 at method 4, aom 3.6.0 by libavif 0.11.1 at
/// speed 8 with 4:2:0 samples, and cjxl 0.7.0 at effort 3; the ends are those of the scales.
struct QualityScale: Sendable {
    private let values: [Float]

    /// The JPEG qualities for which the tables hold the settings of the other libraries.
    private static let places: [Float] = [
        1, 10, 20, 30, 40, 50, 60, 70, 75, 80, 82, 85, 90, 95, 100,
    ]

    /// Creates a table from the library's settings for the JPEG qualities in ``places``.
    private init(_ values: Float...) {
        precondition(values.count == Self.places.count, "a scale needs a value for each place")
        self.values = values
    }

    /// The table of libwebp's quality, 0 to 100.
    static let webP = QualityScale(
        0,
        1,
        11.9,
        28.2,
        41.8,
        56.2,
        69,
        78.6,
        81.6,
        85.4,
        86.8,
        88.9,
        92.2,
        96.4,
        100
    )

    /// The table of aom's quantizer, from 63 for the lowest quality to 0 for the highest.
    static let avif = QualityScale(
        63,
        56.3,
        46.3,
        41,
        37.7,
        34.6,
        31.6,
        26.8,
        23.6,
        18.2,
        15.8,
        12.6,
        8.3,
        5.1,
        0
    )

    /// The table of libjxl's Butteraugli distance, from 25 for the lowest quality to 0.1 for the
    /// highest.
    static let jpegXL = QualityScale(
        25,
        15,
        9.7,
        6.1,
        4.5,
        3.1,
        2.4,
        1.9,
        1.6,
        1.3,
        1.2,
        1,
        0.7,
        0.4,
        0.1
    )

    /// Returns the library's setting for a JPEG quality, 1 to 100.
    func value(at quality: Int) -> Float {
        let quality = Float(quality)
        let upper = max(1, Self.places.firstIndex { $0 >= quality } ?? Self.places.count - 1)
        let (from, to) = (Self.places[upper - 1], Self.places[upper])
        let part = min(max((quality - from) / (to - from), 0), 1)
        return values[upper - 1] + part * (values[upper] - values[upper - 1])
    }
}
