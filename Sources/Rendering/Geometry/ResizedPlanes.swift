// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// The plan of a JPEG whose planes are resized while it is decoded.
///
/// Sums of samples and the conversion from YCbCr to RGB are linear, so planes are resized instead of
/// pixels, each from its own resolution. The steps of a decoder that are linear as well, the inverse cosine
/// transform and the interpolation of color planes, become part of the weights. The limits that a decoder
/// puts on samples and colors do not.
struct ResizedPlanes: Hashable, Sendable {
    /// The planes of the JPEG file.
    let planes: JPEGPlanes

    private let stored: StoredResize

    /// The planes of the JPEG that is written; nil if each pixel of the result has a sample of each
    /// plane.
    private var output: JPEGPlanes?

    /// Plans to resize the planes of a JPEG; nil where pixels must be resized instead.
    ///
    /// - Parameters:
    ///   - header: The file header.
    ///   - stored: The change of size, in the file orientation.
    init?(_ header: ImageHeader, _ stored: StoredResize) {
        guard let planes = header.planes, !stored.resize.isLinear else { return nil }
        for index in planes.components.indices {
            let shape = planes.shape(of: index)
            let limit = index == 0 ? 1 : 2
            guard shape.horizontalPitch <= limit, shape.verticalPitch <= limit else { return nil }
        }
        self.planes = planes
        self.stored = stored
    }

    /// Returns the same change of size with the planes of another JPEG as its result.
    ///
    /// - Parameter output: The planes of the JPEG that is written.
    /// - Returns: The plan.
    func writing(_ output: JPEGPlanes) -> ResizedPlanes {
        var changed = self
        changed.output = output
        return changed
    }

    /// The result size, in the file orientation.
    var size: PixelSize { stored.resize.size }

    /// The greatest number of rows by which one plane is decoded ahead of another: two groups of
    /// rows.
    static let rowsAhead = 32

    /// The resampling weights of the columns and of the rows.
    typealias Axes = (columns: ResamplingRuns, rows: ResamplingRuns)

    /// The resampling weights for the pixels of the part that is resized.
    var axes: Axes { stored.resize.axes(on: stored.part.size) }

    /// Returns the resampling weights for the samples of a plane, made from those for pixels.
    ///
    /// - Parameters:
    ///   - plane: The index of the plane.
    ///   - pixels: The ``axes``.
    /// - Returns: The weights along both axes of the plane.
    func axes(of plane: Int, _ pixels: Axes) -> Axes {
        let shape = planes.shape(of: plane)
        func place(_ runs: ResamplingRuns, _ start: Int, _ size: Int, _ count: Int, _ pitch: Int)
            -> ResamplingRuns
        {
            let placed = runs.moved(by: start, inputCount: size)
            if pitch == 1 { return placed }
            return placed.beforeDoubling(count: count, isInterpolated: shape.isInterpolated)
        }
        let (part, whole) = (stored.part, planes.size)
        let means = output?.shape(of: plane)
        let columns = pixels.columns.averaged(by: means?.horizontalPitch ?? 1)
        let rows = pixels.rows.averaged(by: means?.verticalPitch ?? 1)
        return (
            place(columns, part.x, whole.width, shape.width, shape.horizontalPitch),
            place(rows, part.y, whole.height, shape.height, shape.verticalPitch)
        )
    }

    /// The resampling weights for the coefficients of each plane.
    var blockWeights: [BlockWeights] {
        let pixels = axes
        // Planes of one sampling, as both color planes have it, share their weights.
        var made: [[JPEGPlanes.Component]: BlockWeights] = [:]
        return planes.components.indices.map { index in
            let sampling = [planes, output].compactMap { $0?.components[index] }
            if let shared = made[sampling] { return shared }
            let axes = axes(of: index, pixels)
            let weights = BlockWeights(rows: axes.rows, columns: axes.columns)
            made[sampling] = weights
            return weights
        }
    }

    /// The number of groups of rows that other threads may decode ahead.
    var lookahead: Lookahead {
        Lookahead(count: planes.groupCount, width: planes.size.width, height: planes.groupHeight)
    }

    /// The memory of decoding and resizing in bytes, without the decoder itself.
    func byteCount(_ header: ImageHeader) -> Int {
        let coded = (lookahead.portionCount + 2) * CodedRows.byteCount(header)
        let scan = header.isStreamable ? JPEGPlaneDecoder.scanByteCount : 0
        let rows = header.isStreamable ? 0 : PlaneRows.byteCount(planes)
        let part = stored.resize.source(on: stored.part.size).pixels(within: stored.part.size)
        return planes.components.indices.reduce(coded + scan + rows) { sum, plane in
            let shape = planes.shape(of: plane)
            let input = PixelSize(
                width: part.size.width / shape.horizontalPitch,
                height: part.size.height / shape.verticalPitch
            )
            let support = stored.resize.kernel.support
            return sum
                + max(
                    BlockResampling.byteCount(input: input, output: size, support: support),
                    header.isStreamable
                        ? 0
                        : PlaneResampling.byteCount(
                            input: input,
                            output: size,
                            support: support,
                            ahead: Self.rowsAhead
                        )
                )
        }
    }
}
