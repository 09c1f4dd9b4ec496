// SPDX-License-Identifier: Apache-2.0

/// The distinct colors of a picture, up to 256, each with a number.
struct PNGPalette {
    /// The greatest number of colors.
    static let limit = 256

    /// The numbers of colors plus 1, at places that a multiplicative hash gives; 0 where none is.
    ///
    /// There are four times as many places as colors, so that most are found at once.
    private var places = [UInt16](repeating: 0, count: 1 << placeBits)

    private static let placeBits = 10

    /// The colors, in the order of their numbers: red, green, blue and alpha from the highest byte on.
    private(set) var colors: [UInt32] = []

    /// Numbers some colors from 0 on.
    init(_ colors: [UInt32] = []) {
        for color in colors { _ = number(of: color) }
    }

    /// The number of a color, and a new one for a new color; nil if there are too many.
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
