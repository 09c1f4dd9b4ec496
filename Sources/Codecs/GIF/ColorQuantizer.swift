// SPDX-License-Identifier: Apache-2.0

/// The colors that stand for all colors of an image.
struct QuantizedPalette: Hashable {
    /// Red, green and blue of each color, from the highest byte on.
    var colors: [UInt32]

    /// Whether the image has more colors than these.
    var isReduced: Bool
}

/// Chooses the colors of a palette: the image's own if they are few, else the means of boxes with little variance.
///
/// The box with the greatest sum of squared errors is split where that sum becomes least, until there are enough.
///
/// Reference: P. Heckbert, "Color Image Quantization for Frame Buffer Display", SIGGRAPH 1982; X. Wu, "Efficient
/// Statistical Computations for Optimal Color Quantization", Graphics Gems II, 1991.
enum ColorQuantizer {
    /// The bits of each channel by which colors are counted together.
    private static let bitCount: UInt32 = 5

    /// Chooses the palette for some pixels.
    ///
    /// - Parameters:
    ///   - pixels: The pixels, nil where they are transparent.
    ///   - count: The greatest number of colors.
    /// - Returns: The palette, with one color at least.
    static func palette(of pixels: [UInt32?], count: Int) -> QuantizedPalette {
        if let colors = distinct(pixels, atMost: count) {
            return QuantizedPalette(colors: colors.isEmpty ? [0] : colors, isReduced: false)
        }
        var boxes = [Box(cells(of: pixels))]
        while boxes.count < count,
            let index = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
            let halves = boxes[index].split()
        {
            boxes[index] = halves.0
            boxes.append(halves.1)
        }
        return QuantizedPalette(colors: boxes.map(\.mean), isReduced: true)
    }

    /// The colors of the pixels in ascending order; nil if there are more than a number.
    private static func distinct(_ pixels: [UInt32?], atMost count: Int) -> [UInt32]? {
        var colors: Set<UInt32> = []
        var last: UInt32?
        for case let color? in pixels where color != last {
            last = color
            colors.insert(color)
            if colors.count > count { return nil }
        }
        return colors.sorted()
    }

    /// Counts the pixels of similar colors together.
    private static func cells(of pixels: [UInt32?]) -> [Cell] {
        var cells = [Cell](repeating: Cell(), count: 1 << (3 * bitCount))
        let shift = 8 - bitCount
        for case let color? in pixels {
            let red = color >> (16 + shift)
            let green = color >> (8 + shift) & (1 << bitCount - 1)
            let blue = color >> shift & (1 << bitCount - 1)
            cells[Int(red << (2 * bitCount) | green << bitCount | blue)].add(color)
        }
        return cells.filter { $0.count > 0 }
    }

    /// The number and the sums of pixels with similar colors.
    private struct Cell {
        var count = 0.0
        var sum = SIMD3<Double>.zero

        mutating func add(_ color: UInt32) {
            count += 1
            sum += SIMD3(Double(color >> 16), Double(color >> 8 & 255), Double(color & 255))
        }

        var mean: SIMD3<Double> { sum / count }
    }

    /// A part of the color space, with the cells in it.
    private struct Box {
        private let cells: [Cell]
        private let axis: Int
        /// The sum of squared errors on the axis where it is greatest.
        let error: Double

        init(_ cells: [Cell]) {
            self.cells = cells
            var (count, sum, squares) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
            for cell in cells {
                count += cell.count
                sum += cell.sum
                squares += cell.sum * cell.mean
            }
            let errors = squares - sum * sum / max(count, 1)
            let axis = (0..<3).max { errors[$0] < errors[$1] } ?? 0
            self.axis = axis
            error = cells.count > 1 ? errors[axis] : -1
        }

        /// The mean color, rounded.
        var mean: UInt32 {
            var whole = Cell()
            for cell in cells {
                whole.count += cell.count
                whole.sum += cell.sum
            }
            let mean = whole.mean.rounded(.toNearestOrAwayFromZero)
            return UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z)
        }

        /// Divides the box where both halves have the least error; nil for a single cell.
        func split() -> (Box, Box)? {
            guard cells.count > 1 else { return nil }
            let sorted = cells.sorted { $0.mean[axis] < $1.mean[axis] }
            let total = sorted.reduce(into: (count: 0.0, sum: 0.0)) {
                $0.count += $1.count
                $0.sum += $1.sum[axis]
            }
            var (count, sum, best, place) = (0.0, 0.0, -1.0, 1)
            for index in 1..<sorted.count {
                count += sorted[index - 1].count
                sum += sorted[index - 1].sum[axis]
                let rest = (count: total.count - count, sum: total.sum - sum)
                let gain = sum * sum / count + rest.sum * rest.sum / rest.count
                if gain > best { (best, place) = (gain, index) }
            }
            return (Box(Array(sorted[..<place])), Box(Array(sorted[place...])))
        }
    }
}
