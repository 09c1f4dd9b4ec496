// SPDX-License-Identifier: Apache-2.0

/// The kernels of filters that are made of parts: scaling of colors, and medians.
///
/// Every variant gives the same bits.
package protocol FilterKernelSet {
    /// Scales the three color channels of each pixel, or gray, about a pivot; alpha stays.
    ///
    /// - Parameters:
    ///   - planes: One row of all channels.
    ///   - kind: The key of the factor, and the pivot.
    ///   - factors: A factor for each key, 65,536.
    ///   - shape: The shape of the row.
    static func scaleColors(
        _ planes: inout MutableSpan<UInt16>,
        by kind: ScalingKind,
        factors: Span<Float>,
        shape: RowShape
    )

    /// Adds 1 to each count whose sample is below its bound.
    ///
    /// - Parameters:
    ///   - samples: At least as many as counts.
    ///   - bounds: At least as many as counts.
    ///   - counts: The counts; these must not overflow.
    static func count(
        _ samples: Span<UInt16>,
        below bounds: Span<UInt16>,
        into counts: inout MutableSpan<UInt16>
    )

    /// Decides the next bit of medians: sets it in each median unless too many samples are below
    /// it.
    ///
    /// A median takes its trial value where the count is at most `most`. The next trial value is the
    /// median with the next bit set, and the count becomes 0.
    ///
    /// - Parameters:
    ///   - medians: The bits decided so far.
    ///   - trials: The medians with the bit to decide; becomes the medians with `nextBit`.
    ///   - counts: The number of samples below each trial value.
    ///   - most: The greatest count for which the trial value is taken.
    ///   - nextBit: The bit to decide next, or 0 at the end.
    static func decide(
        _ medians: inout MutableSpan<UInt16>,
        trials: inout MutableSpan<UInt16>,
        counts: inout MutableSpan<UInt16>,
        most: UInt16,
        nextBit: UInt16
    )
}

/// The key of the factor by which a color is scaled, and the pivot of the scaling.
///
/// With the luminance *l* = 0.2126 × r + 0.7152 × g + 0.0722 × b in `Float`, from left to right, and
/// the factor *k*, a channel c becomes *p* + *k* × (c − *p*), limited to 0 to 65,535 and rounded to the
/// nearest sample, half to even.
package enum ScalingKind: Sendable {
    /// The key is *l* rounded to nearest, half up, and the pivot is 0.
    case luminance
    /// The key is the greatest channel minus the least, and the pivot is *l*.
    case vividness
}
