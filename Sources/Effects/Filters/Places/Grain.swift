// SPDX-License-Identifier: Apache-2.0

import Raster

extension PlaceFunction {
    /// Creates gray noise, the same for the same seed.
    ///
    /// The sum of two uniform random numbers from −1/2 to 1/2 times the amount is added to each
    /// color channel of a pixel.
    package static func grain(_ amount: Double, seed: Int) -> PlaceFunction {
        PlaceFunction(
            .numbers("grain", ["amount": amount, "seed": Double(seed)]),
            isIdentity: amount == 0,
            isRelative: false
        ) { _ in
            let scale = Float(amount) / 65_536
            return { x, y in
                let bits = Self.noise(x, y, seed)
                let sum = Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF) - 65_535
                return Change(factor: 1, addend: Float(sum) * scale)
            }
        }
    }

    /// Returns 32 random bits of a pixel.
    ///
    /// Reference: G. L. Steele et al., "Fast Splittable Pseudorandom Number Generators", OOPSLA
    /// 2014: the finalizer of SplitMix64, twice.
    private static func noise(_ x: Int, _ y: Int, _ seed: Int) -> UInt32 {
        func mixed(_ bits: UInt64) -> UInt64 {
            var bits = bits &+ 0x9e37_79b9_7f4a_7c15
            bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
            return bits ^ bits >> 31
        }
        let place = UInt64(x) << 32 | UInt64(y)
        return UInt32(truncatingIfNeeded: mixed(mixed(UInt64(seed)) ^ place) >> 32)
    }
}

extension FilterFunction {
    static let grain = FilterFunction(
        "grain",
        .amount("amount", 0...1, "the greatest addend"),
        .wholeNumber("seed", 0...65_535, default: "0", "other seeds give other noise"),
        sentence: "Adds gray noise, the same for the same seed.",
        standard: .own,
        category: .stylize,
        identity: "grain(0)",
        aliases: ["noise", "film-grain"]
    ) { .place(.grain($0, seed: $1)) }
}
