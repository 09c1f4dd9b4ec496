// SPDX-License-Identifier: Apache-2.0

/// The kernels that find YCbCr colors outside of RGB, and the differences that clipping them makes.
///
/// Every variant gives the same bits.
///
/// Pixels are taken in runs of ``ColorRun/width``. The differences of their colors are stored run
/// by run: all of red, then all of green, then all of blue.
package protocol LimitKernelSet {
    /// Widens the range of values of each column to contain those in several rows.
    ///
    /// - Parameters:
    ///   - rows: The rows, from the first sample on.
    ///   - shape: The place of the rows.
    ///   - least: The lower end of the range of each column.
    ///   - greatest: The upper end of the range of each column, as many.
    static func widenRanges(
        toContain rows: Span<UInt8>,
        _ shape: RowsShape,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    )

    /// Interpolates a row of chroma to twice its width, as JPEG decoders do.
    ///
    /// The nearest samples count three quarters along each axis: the samples of the nearest row,
    /// and of the column itself. Beyond the ends of a row, its last sample is repeated.
    ///
    /// Reference: libjpeg-turbo 2.1.5, `h2v2_fancy_upsample`.
    ///
    /// - Parameters:
    ///   - near: The nearest row.
    ///   - far: The next nearest row, as long.
    ///   - samples: The samples to enlarge.
    ///   - biases: The addends, in sixteenths, with which the first and the second sample of each pair
    ///     are rounded down.
    ///   - result: Two samples for each.
    static func enlargePairs(
        _ near: Span<UInt8>,
        _ far: Span<UInt8>,
        samples: Range<Int>,
        biases: SIMD2<Int16>,
        into result: inout MutableSpan<UInt8>
    )

    /// Converts pixels from YCbCr and computes the difference that clipping to RGB makes to each.
    ///
    /// - Parameters:
    ///   - luma: A sample for each pixel, of at least one run; the last run may be cut short.
    ///   - cb: The blue difference of each pixel, 128 for none.
    ///   - cr: The red difference of each pixel, 128 for none.
    ///   - changes: Red, green and blue, in levels; 0 for colors inside of RGB and beyond the last
    ///     pixel.
    ///   - marks: 1 for each run with a change, and 0 for the others.
    static func limitColors(
        luma: Span<UInt8>,
        cb: Span<UInt8>,
        cr: Span<UInt8>,
        changes: inout MutableSpan<Int16>,
        marks: inout MutableSpan<UInt8>
    )

    /// Adds a row of color differences to three rows of sums, times a factor for each.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - weights: The factor for each of the sums; the fourth is of no effect.
    ///   - sums: Three rows.
    ///   - stride: The distance between two rows of sums.
    static func addMultiples(
        of changes: Span<Int16>,
        _ weights: SIMD4<Int32>,
        to sums: inout MutableSpan<Int32>,
        stride: Int
    )
}

/// The layout of color differences, stored in runs of pixels.
///
/// It is public because other targets inline constants only then, and make vectors of loops only with
/// constants.
public enum ColorRun {
    /// The number of pixels in a run.
    @inlinable public static var width: Int { 32 }

    /// The number of values in a run: the differences of red, green and blue of each pixel.
    @inlinable public static var changeCount: Int { 3 * width }
}
