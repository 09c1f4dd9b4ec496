// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The positions of the samples of a JPEG plane along its rows and columns, before and after a
/// blur.
struct PlaneAxes: Hashable {
    var rows: PlaneAxis
    var columns: PlaneAxis

    /// Returns the axes of a plane as the file stores it, and as the upright result has it.
    ///
    /// - Parameters:
    ///   - input: The plane before decoding.
    ///   - size: The size of the stored image.
    ///   - output: The plane of the result, upright.
    ///   - orientation: The orientation of the stored image.
    ///   - step: Pixels per low-resolution sample.
    /// - Returns: nil when samples of the plane do not coincide with low-resolution samples.
    static func pair(
        from input: JPEGPlaneShape,
        _ size: PixelSize,
        to output: JPEGPlaneShape,
        _ orientation: Orientation,
        step: Int
    ) -> (stored: PlaneAxes, upright: PlaneAxes)? {
        let pitches = [
            input.verticalPitch, input.horizontalPitch, output.verticalPitch,
            output.horizontalPitch,
        ]
        guard pitches.allSatisfy({ [1, 2, 4, 8].contains($0) && $0 <= step }) else { return nil }
        let isTurned = orientation.exchangesSides
        var stored = PlaneAxes(
            rows: PlaneAxis(
                inputCount: input.height,
                outputCount: isTurned ? output.width : output.height,
                inputPitch: input.verticalPitch,
                outputPitch: isTurned ? output.horizontalPitch : output.verticalPitch
            ),
            columns: PlaneAxis(
                inputCount: input.width,
                outputCount: isTurned ? output.height : output.width,
                inputPitch: input.horizontalPitch,
                outputPitch: isTurned ? output.verticalPitch : output.horizontalPitch
            )
        )
        stored.rows.imitateBands(isInterpolated: input.isInterpolated)
        stored.columns.imitateBands(isInterpolated: input.isInterpolated)
        guard let rows = stored.rows.turned(orientation.reversesRows, size.height, step: step),
            let columns = stored.columns.turned(
                orientation.reversesColumns,
                size.width,
                step: step
            )
        else { return nil }
        let upright =
            isTurned
            ? PlaneAxes(rows: columns, columns: rows) : PlaneAxes(rows: rows, columns: columns)
        return (stored, upright)
    }

    /// Returns the axes of the plane after a decoder has enlarged it to one sample for each pixel.
    ///
    /// - Parameter size: The size of the stored image.
    /// - Returns: The axes, with low-resolution samples at the places of the plane's samples.
    func ofPixels(_ size: PixelSize) -> PlaneAxes {
        PlaneAxes(rows: rows.ofPixels(size.height), columns: columns.ofPixels(size.width))
    }
}

extension PlaneAxis {
    /// Adds the filters with which libjpeg enlarges planes before a blur and halves them after it.
    ///
    /// A blur of pixels includes these filters: libjpeg interpolates or repeats samples to enlarge
    /// planes, and halves planes by averaging pairs.
    fileprivate mutating func imitateBands(isInterpolated: Bool) {
        if inputPitch > 1 { responses.append(isInterpolated ? .interpolated : .repeated) }
        if outputPitch == 2 { responses.append(.paired) }
    }

    /// Returns the axis with one sample for each pixel.
    fileprivate func ofPixels(_ count: Int) -> PlaneAxis {
        var axis = self
        (axis.inputCount, axis.inputPitch) = (count, 1)
        axis.responses.removeAll { $0 == .interpolated || $0 == .repeated }
        return axis
    }

    /// Returns the axis in the upright image, reversed if turning exchanges its ends; nil if
    /// samples of the result would fall between samples of the source.
    ///
    /// - Parameters:
    ///   - isReversed: Whether turning exchanges the two ends of the axis.
    ///   - count: The number of pixels along the axis.
    ///   - step: Pixels per low-resolution sample, counted from the original start.
    /// - Returns: nil if samples of the result would fall between samples of the source.
    fileprivate func turned(_ isReversed: Bool, _ count: Int, step: Int) -> PlaneAxis? {
        guard isReversed else { return self }
        let rest = (step - count % step) % step
        guard rest % outputPitch == 0 else { return nil }
        var axis = self
        axis.margin = -rest
        return axis
    }
}
