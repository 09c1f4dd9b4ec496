// SPDX-License-Identifier: Apache-2.0

import Raster

/// The mean of each 8 × 8 block of one component of a JPEG.
package struct JPEGMeanPlane: Hashable, Sendable {
    /// The number of blocks in a row; the last may cover pixels beyond the edge.
    package let width: Int

    /// The number of rows of blocks.
    package let height: Int

    /// The number of pixels of the image that a block covers horizontally.
    package let horizontalPitch: Int

    /// The number of pixels of the image that a block covers vertically.
    package let verticalPitch: Int

    /// The means of the blocks, row by row; 0 to 65,535 stand for the samples 0 to 255.
    package internal(set) var samples: [UInt16]

    /// Creates a plane of zeros for one component of an image.
    ///
    /// - Parameters:
    ///   - planes: The image planes.
    ///   - component: An index of its components.
    init(_ planes: JPEGPlanes, _ component: Int) {
        let shape = planes.shape(of: component)
        horizontalPitch = shape.horizontalPitch * shape.points
        verticalPitch = shape.verticalPitch * shape.points
        width = (planes.size.width + horizontalPitch - 1) / horizontalPitch
        height = (planes.size.height + verticalPitch - 1) / verticalPitch
        samples = [UInt16](repeating: 0, count: width * height)
    }

    /// The number of bytes that the block means of all components take.
    static func byteCount(_ planes: JPEGPlanes) -> Int {
        planes.components.indices.reduce(0) { sum, index in
            let shape = planes.shape(of: index)
            let across = shape.width / shape.points + 1
            return sum + across * (shape.height / shape.points + 1) * MemoryLayout<UInt16>.stride
        }
    }

    /// Stores the means of a row of blocks, computed from their DC coefficients.
    ///
    /// - Parameters:
    ///   - means: The DC coefficients, quantized; at least one for each block of the row.
    ///   - divisor: Their divisor.
    ///   - row: The row; nothing is stored beyond the last.
    mutating func store(_ means: Span<Int16>, divisor: UInt16, row: Int) {
        guard row < height else { return }
        let (start, count, divisor) = (row * width, width, Int32(divisor))
        var samples = samples.mutableSpan
        for x in 0..<count {
            // A DC coefficient is eight times the mean, less 128.
            let level = 1024 + Int32(means[x]) * divisor
            samples[start + x] = UInt16(truncatingIfNeeded: min(max(level, 0), 2040) * 257 / 8)
        }
    }

    /// Stores the means of the blocks in an MCU row that libjpeg has decoded to samples.
    ///
    /// - Parameters:
    ///   - rows: The group, at any scale.
    ///   - component: The component of this plane.
    mutating func store(_ rows: borrowing PlaneRows, of component: Int) {
        let (shape, count) = (rows.shape(of: component), rows.rowCount(of: component))
        guard let group = rows.group else { return }
        let points = shape.points
        for row in 0..<((count + points - 1) / points) {
            let first = group * (shape.groupRowCount / points) + row
            let lines = (row * points)..<min((row + 1) * points, count)
            for x in 0..<width {
                let columns = (x * points)..<min((x + 1) * points, shape.width)
                var sum = 0
                for line in lines {
                    let line = rows.row(line, of: component)
                    for column in columns { sum += Int(line[column]) }
                }
                let mean = sum * 257 / (lines.count * columns.count)
                samples[first * width + x] = UInt16(mean)
            }
        }
    }
}
