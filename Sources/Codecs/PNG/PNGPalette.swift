// SPDX-License-Identifier: Apache-2.0

/// The distinct colors of an image, up to 256, each with an index.
struct PNGPalette {
    /// The greatest number of colors.
    static let limit = 256

    /// A hash table with the index of each color plus 1; an empty slot holds 0.
    ///
    /// The hash is multiplicative. There are four times as many slots as colors, so that most are
    /// found immediately.
    private var places = [UInt16](repeating: 0, count: 1 << placeBits)

    private static let placeBits = 10

    /// The colors in the order of their indices: red, green, blue and alpha from the highest byte
    /// on.
    private(set) var colors: [UInt32] = []

    /// Creates a palette of some colors, with indices from 0 on.
    init(_ colors: [UInt32] = []) {
        for color in colors { _ = number(of: color) }
    }

    /// Finds the index of a color, and adds a new color; nil if the palette is full.
    mutating func number(of color: UInt32) -> Int? {
        var place = Int((color &* 2_654_435_761) >> (32 - UInt32(Self.placeBits)))
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if colors[number] == color { return number }
            place = (place + 1) % places.count
        }
        guard colors.count < Self.limit else { return nil }
        colors.append(color)
        places[place] = UInt16(colors.count)
        return colors.count - 1
    }
}
