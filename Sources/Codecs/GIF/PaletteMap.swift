// SPDX-License-Identifier: Apache-2.0

/// The index of the nearest color of a palette, for any color.
///
/// Reference: R. W. Floyd, L. Steinberg, "An Adaptive Algorithm for Spatial Greyscale", Proc. SID 17(2), 1976.
struct PaletteMap {
    private let palette: QuantizedPalette
    private let exact: [UInt32: UInt8]

    /// Creates the map of a palette with at most 256 colors.
    init(_ palette: QuantizedPalette) {
        self.palette = palette
        exact =
            palette.isReduced
            ? [:]
            : Dictionary(
                palette.colors.enumerated().map { ($1, UInt8($0)) },
                uniquingKeysWith: { first, _ in first }
            )
    }

    /// Finds an index for each pixel.
    ///
    /// - Parameters:
    ///   - pixels: The pixels, nil where they are transparent.
    ///   - width: The pixels of a row.
    ///   - dithers: Whether to spread errors over the neighbors, in rows to the right and to the left in turns.
    ///   - transparent: The index of transparent pixels.
    ///   - shouldContinue: Called for each row; false ends the work.
    /// - Returns: The indices.
    /// - Throws: `interrupted`.
    func indices(
        of pixels: [UInt32?],
        width: Int,
        dithers: Bool,
        transparent: UInt8,
        shouldContinue: () -> Bool
    ) throws(CodecError) -> [UInt8] {
        var indices = [UInt8](repeating: transparent, count: pixels.count)
        var nearest = NearestColors(palette.colors)
        // The errors of this row and the next one in sixteenths, with a pixel beside each end.
        var errors = [SIMD3<Int32>](repeating: .zero, count: width + 2)
        for y in 0..<pixels.count / width {
            guard shouldContinue() else { throw .interrupted }
            var below = [SIMD3<Int32>](repeating: .zero, count: width + 2)
            let step = y & 1 == 0 ? 1 : -1
            for turn in 0..<width {
                let x = step > 0 ? turn : width - 1 - turn
                guard let color = pixels[y * width + x] else { continue }
                guard dithers else {
                    indices[y * width + x] = exact[color] ?? nearest.index(of: Self.channels(color))
                    continue
                }
                let wanted = Self.limited(Self.channels(color) &+ (errors[x + 1] &+ 8) &>> 4)
                let index = nearest.index(of: wanted)
                indices[y * width + x] = index
                let error = wanted &- Self.channels(palette.colors[Int(index)])
                errors[x + 1 + step] &+= error &* 7
                below[x + 1 - step] &+= error &* 3
                below[x + 1] &+= error &* 5
                below[x + 1 + step] &+= error
            }
            errors = below
        }
        return indices
    }

    private static func channels(_ color: UInt32) -> SIMD3<Int32> {
        SIMD3(Int32(color >> 16), Int32(color >> 8 & 255), Int32(color & 255))
    }

    private static func limited(_ color: SIMD3<Int32>) -> SIMD3<Int32> {
        color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }
}

/// The nearest colors of a palette, each of which is looked for once.
private struct NearestColors {
    private let colors: [SIMD3<Int32>]
    private var found = [Int16](repeating: -1, count: 1 << 18)

    init(_ colors: [UInt32]) {
        self.colors = colors.map {
            SIMD3(Int32($0 >> 16), Int32($0 >> 8 & 255), Int32($0 & 255))
        }
    }

    /// Finds the color nearest to the middle of all colors that are equal in six bits of each channel.
    mutating func index(of color: SIMD3<Int32>) -> UInt8 {
        let cell = color &>> 2
        let slot = Int(cell.x << 12 | cell.y << 6 | cell.z)
        if found[slot] >= 0 { return UInt8(found[slot]) }
        let middle = cell &<< 2 &+ 2
        var (best, least) = (0, Int32.max)
        for index in colors.indices {
            let difference = colors[index] &- middle
            let distance = (difference &* difference).wrappedSum()
            if distance < least { (best, least) = (index, distance) }
        }
        found[slot] = Int16(best)
        return UInt8(best)
    }
}
