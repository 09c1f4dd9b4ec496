// SPDX-License-Identifier: Apache-2.0

import Raster

/// The visible part of a picture: the contents of a `clap` box.
///
/// Reference: ISO/IEC 14496-12, section 12.1.4.1; ISO/IEC 23000-22 (MIAF), section 7.3.6.7.
struct CleanAperture: Hashable {
    /// Whether the left column and the top row must be even, because chroma is subsampled.
    typealias Parity = (columns: Bool, rows: Bool)

    /// A signed fraction: a numerator and a denominator.
    private struct Fraction: Hashable {
        let upper: Int
        let lower: Int
    }

    private let width: Fraction
    private let height: Fraction
    /// The distance in pixels from the center of the picture to that of the visible part, to the
    /// right.
    private let horizontal: Fraction
    /// The distance in pixels from the center of the picture to that of the visible part,
    /// downwards.
    private let vertical: Fraction

    /// Reads the contents of a `clap` box; nil if they are incomplete.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        let numbers = (0..<8).compactMap { index -> Int? in
            bytes.bigEndian32(at: start + 4 * index).map { Int(Int32(truncatingIfNeeded: $0)) }
        }
        guard numbers.count == 8 else { return nil }
        width = Fraction(upper: numbers[0], lower: numbers[1])
        height = Fraction(upper: numbers[2], lower: numbers[3])
        horizontal = Fraction(upper: numbers[4], lower: numbers[5])
        vertical = Fraction(upper: numbers[6], lower: numbers[7])
    }

    /// The size of the visible part of an AVIF, in pixels; nil if the box is invalid and counts as
    /// absent.
    func size(in whole: PixelSize, _ isEven: Parity) -> PixelSize? {
        guard let width = Self.length(width, horizontal, whole.width, isEven.columns),
            let height = Self.length(height, vertical, whole.height, isEven.rows)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static func length(
        _ length: Fraction,
        _ distance: Fraction,
        _ whole: Int,
        _ isEven: Bool
    ) -> Int? {
        guard length.lower > 0, distance.lower > 0, length.upper > 0,
            length.upper % length.lower == 0, whole <= Int(Int32.max)
        else { return nil }
        let shown = length.upper / length.lower
        let twice = (whole - shown) * distance.lower + 2 * distance.upper
        let (first, rest) = twice.quotientAndRemainder(dividingBy: 2 * distance.lower)
        guard shown <= whole, twice >= 0, rest == 0, first + shown <= whole,
            !isEven || first % 2 == 0
        else { return nil }
        return shown
    }

    /// The size of the visible part of a HEIC, rounded as libheif does; nil if libheif ignores the
    /// box.
    func roundedSize(in whole: PixelSize) -> PixelSize? {
        guard width.lower > 0, height.lower > 0 else { return nil }
        let size = PixelSize(
            width: (width.upper + width.lower / 2) / width.lower,
            height: (height.upper + height.lower / 2) / height.lower
        )
        guard (1...whole.width).contains(size.width), (1...whole.height).contains(size.height)
        else { return nil }
        return size
    }
}
