// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// The plan of a JPEG whose planes are resized while it is decoded.
///
/// Sums of samples and the conversion from YCbCr to RGB are linear, so planes are resized instead of
/// pixels, each from its own resolution: half of the samples in most files. The interpolation of color
/// planes is linear as well, and part of the weights. Clipping colors to RGB is not, so the
/// differences that it makes are resized by themselves and added (``ColorLimits``).
struct ResizedPlanes: Hashable, Sendable {
    /// The planes of the JPEG file.
    let planes: JPEGPlanes

    private let stored: StoredResize

    /// Plans to resize the planes of a JPEG; nil where pixels must be resized instead.
    ///
    /// - Parameters:
    ///   - header: The file header.
    ///   - stored: The change of size, in the file orientation.
    init?(_ header: ImageHeader, _ stored: StoredResize) {
        guard let planes = header.planes, planes.hasUsualSampling, !stored.resize.isLinear
        else { return nil }
        for index in planes.components.indices {
            let shape = planes.shape(of: index)
            guard shape.horizontalPitch <= 2, shape.verticalPitch <= 2 else { return nil }
        }
        self.planes = planes
        self.stored = stored
    }

    /// The result size, in the file orientation.
    var size: PixelSize { stored.resize.size }

    /// The number of groups of rows that are kept: a group is searched for colors to clip once the group
    /// after it is decoded, and needs the one before it.
    static let keptGroupCount = 3

    /// The greatest number of rows that are decoded beyond those that are needed: the rest of a group,
    /// one group for the search for colors to clip, and one for interpolated color planes.
    static let rowsAhead = 48

    /// The resampling weights of the columns and of the rows.
    typealias Axes = (columns: ResamplingRuns, rows: ResamplingRuns)

    /// The resampling weights for the samples of each plane; of luma, they are those for pixels.
    var planeAxes: [Axes] {
        let pixels = stored.resize.axes(on: stored.part.size)
        // Planes of one sampling, as both color planes have it, share their weights.
        var made: [JPEGPlanes.Component: Axes] = [:]
        return planes.components.indices.map { index in
            if let shared = made[planes.components[index]] { return shared }
            let axes = axes(of: index, pixels)
            made[planes.components[index]] = axes
            return axes
        }
    }

    private func axes(of plane: Int, _ pixels: Axes) -> Axes {
        let shape = planes.shape(of: plane)
        func place(_ runs: ResamplingRuns, _ start: Int, _ size: Int, _ count: Int, _ pitch: Int)
            -> ResamplingRuns
        {
            let placed = runs.moved(by: start, inputCount: size)
            if pitch == 1 { return placed }
            return placed.beforeDoubling(count: count, isInterpolated: shape.isInterpolated)
        }
        let (part, whole) = (stored.part, planes.size)
        return (
            place(pixels.columns, part.x, whole.width, shape.width, shape.horizontalPitch),
            place(pixels.rows, part.y, whole.height, shape.height, shape.verticalPitch)
        )
    }

    /// The memory of decoding and resizing in bytes, without the decoder itself.
    func byteCount(_ header: ImageHeader) -> Int {
        let groups = PlaneGroups.byteCount(header, planes, keeping: Self.keptGroupCount)
        let part = stored.resize.source(on: stored.part.size).pixels(within: stored.part.size)
        let support = stored.resize.kernel.support
        let changes = SparseResampling.byteCount(
            input: part.size,
            output: size,
            width: planes.size.width,
            support: support,
            ahead: Self.rowsAhead
        )
        let limits = planes.components.count == 3 ? ColorLimits.byteCount(planes) + changes : 0
        return planes.components.indices.reduce(groups + limits) { sum, plane in
            let shape = planes.shape(of: plane)
            let input = PixelSize(
                width: part.size.width / shape.horizontalPitch,
                height: part.size.height / shape.verticalPitch
            )
            return sum
                + PlaneResampling.byteCount(
                    input: input,
                    output: size,
                    support: support,
                    ahead: Self.rowsAhead
                ) + 2 * shape.width
        }
    }
}
