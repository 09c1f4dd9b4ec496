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

    /// The places of cells on an axis.
    private static let levelCount = 1 << Int(bitCount)

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
        let (bits, mask) = (Int(bitCount), levelCount - 1)
        for index in cells.indices {
            let red = UInt8(index >> (2 * bits) & mask)
            let green = UInt8(index >> bits & mask)
            cells[index].place = SIMD3(red, green, UInt8(index & mask))
        }
        return cells.filter { $0.count > 0 }
    }

    /// The number and the sums of pixels with similar colors.
    private struct Cell {
        var count = 0.0
        /// The place on each axis, of which levels are counted together.
        var place = SIMD3<UInt8>.zero
        var sum = SIMD3<Double>.zero

        mutating func add(_ color: UInt32) {
            count += 1
            sum += SIMD3(Double(color >> 16), Double(color >> 8 & 255), Double(color & 255))
        }

        mutating func add(_ other: Cell) {
            count += other.count
            sum += other.sum
        }

        var mean: SIMD3<Double> { sum / max(count, 1) }
    }

    /// A part of the color space, with the cells in it.
    private struct Box {
        private let cells: [Cell]
        private let whole: Cell
        /// The axis with the greatest sum of squared errors; nil for a single cell.
        private let axis: Int?
        /// The sum of squared errors on that axis.
        let error: Double

        init(_ cells: [Cell]) {
            self.cells = cells
            var whole = Cell()
            var squares = SIMD3<Double>.zero
            var (lowest, highest) = (SIMD3<UInt8>(repeating: .max), SIMD3<UInt8>.zero)
            for cell in cells {
                whole.add(cell)
                squares += cell.sum * cell.mean
                lowest.replace(with: cell.place, where: cell.place .< lowest)
                highest.replace(with: cell.place, where: cell.place .> highest)
            }
            let errors = squares - whole.sum * whole.mean
            var best: Int?
            for axis in 0..<3 where lowest[axis] < highest[axis] {
                if best.map({ errors[$0] < errors[axis] }) ?? true { best = axis }
            }
            self.whole = whole
            axis = best
            error = best.map { max(0, errors[$0]) } ?? -1
        }

        /// The mean color, rounded.
        var mean: UInt32 {
            let mean = whole.mean.rounded(.toNearestOrAwayFromZero)
            return UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z)
        }

        /// Divides the box between two places on the axis where both halves have the least error; nil for a single
        /// cell.
        func split() -> (Box, Box)? {
            guard let axis else { return nil }
            var slices = [Cell](repeating: Cell(), count: ColorQuantizer.levelCount)
            for cell in cells { slices[Int(cell.place[axis])].add(cell) }
            var (count, sum, best, place) = (0.0, 0.0, -1.0, 0)
            for index in slices.indices {
                count += slices[index].count
                sum += slices[index].sum[axis]
                let rest = (count: whole.count - count, sum: whole.sum[axis] - sum)
                guard count > 0, rest.count > 0 else { continue }
                let gain = sum * sum / count + rest.sum * rest.sum / rest.count
                if gain > best { (best, place) = (gain, index) }
            }
            return (
                Box(cells.filter { Int($0.place[axis]) <= place }),
                Box(cells.filter { Int($0.place[axis]) > place })
            )
        }
    }
}
