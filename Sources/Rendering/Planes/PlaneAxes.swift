// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Where the samples of a plane lie along both axes.
struct PlaneAxes: Hashable {
    var rows: PlaneAxis
    var columns: PlaneAxis

    /// Where the samples of a plane lie in the file, and where upright.
    ///
    /// - Parameters:
    ///   - input: The plane as it is decoded.
    ///   - size: The picture as it is stored.
    ///   - output: The plane as it is encoded, upright.
    ///   - orientation: How the picture is turned.
    ///   - step: Pixels per low sample.
    /// - Returns: nil when samples do not fall on low ones.
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
        stored.rows.imitateBands()
        stored.columns.imitateBands()
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
}

extension PlaneAxis {
    /// Adds what bands would go through beside the blur.
    ///
    /// libjpeg enlarges half planes by interpolation, and halves them by averaging pairs. Of planes
    /// with fewer samples it repeats them, which is not imitated.
    fileprivate mutating func imitateBands() {
        if inputPitch == 2 { responses.append(.interpolated) }
        if outputPitch == 2 { responses.append(.paired) }
    }

    /// The axis of the upright picture.
    ///
    /// - Parameters:
    ///   - isReversed: Whether the far end becomes the near one.
    ///   - count: The pixels along the axis.
    ///   - step: Pixels per low sample, which count from the end that was near.
    /// - Returns: nil if samples of the result would fall between those of the picture.
    fileprivate func turned(_ isReversed: Bool, _ count: Int, step: Int) -> PlaneAxis? {
        guard isReversed else { return self }
        let rest = (step - count % step) % step
        guard rest % outputPitch == 0 else { return nil }
        var axis = self
        axis.margin = -rest
        return axis
    }
}
