// SPDX-License-Identifier: Apache-2.0

/// Eight colors, as red, green and blue of 0 to 255, or beyond.
///
/// Reference: ITU-T T.871, 7.
struct ColorRun {
    private var red: SIMD8<Float>
    private var green: SIMD8<Float>
    private var blue: SIMD8<Float>

    /// Converts samples of three planes.
    ///
    /// - Parameters:
    ///   - y: Luma.
    ///   - cb: The difference of blue from luma, 0 for none.
    ///   - cr: The difference of red from luma, 0 for none.
    init(y: SIMD8<Float>, cb: SIMD8<Float>, cr: SIMD8<Float>) {
        red = y + cr * 1.402
        green = y - cb * (0.114 * 1.772 / 0.587) - cr * (0.299 * 1.402 / 0.587)
        blue = y + cb * 1.772
    }

    /// Converts whole samples of three planes as a decoder does: to the nearest colors that exist.
    ///
    /// The shares of Cb and Cr are rounded, half up.
    static func shown(y: SIMD8<Float>, cb: SIMD8<Float>, cr: SIMD8<Float>) -> ColorRun {
        var run = ColorRun(y: SIMD8(), cb: cb, cr: cr)
        run.red = y + (run.red + 0.5).rounded(.down)
        run.green = y + (run.green + 0.5).rounded(.down)
        run.blue = y + (run.blue + 0.5).rounded(.down)
        return run.limited
    }

    /// The nearest colors that exist.
    var limited: ColorRun {
        var run = self
        run.red.clamp(lowerBound: SIMD8(), upperBound: SIMD8(repeating: 255))
        run.green.clamp(lowerBound: SIMD8(), upperBound: SIMD8(repeating: 255))
        run.blue.clamp(lowerBound: SIMD8(), upperBound: SIMD8(repeating: 255))
        return run
    }

    /// Repeats the color before one for that one.
    mutating func repeatColor(before lane: Int) {
        guard lane > 0 else { return }
        red[lane] = red[lane - 1]
        green[lane] = green[lane - 1]
        blue[lane] = blue[lane - 1]
    }

    /// Writes the differences of these colors from others, as changes of Y, Cb and Cr.
    ///
    /// - Parameters:
    ///   - other: The other colors.
    ///   - changes: Eight changes.
    ///   - count: The number of colors that count.
    func subtract(_ other: ColorRun, into changes: inout [SIMD4<Float>], count: Int) {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        let y = red * 0.299 + green * 0.587 + blue * 0.114
        let cb = (blue - y) * (1 / 1.772)
        let cr = (red - y) * (1 / 1.402)
        for lane in 0..<count { changes[lane] = SIMD4(y[lane], cb[lane], cr[lane], 0) }
    }

    /// Whether any color differs from another by more than rounding hides.
    func differs(from other: ColorRun, count: Int) -> Bool {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        let isLarge =
            (red * red .> 0.25) .| (green * green .> 0.25) .| (blue * blue .> 0.25)
        return (0..<count).contains { isLarge[$0] }
    }
}
