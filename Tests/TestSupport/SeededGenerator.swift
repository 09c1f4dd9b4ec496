// SPDX-License-Identifier: Apache-2.0

/// Random numbers that repeat: SplitMix64.
///
/// Reference: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator {
    /// What makes the same numbers again; tests print it where they fail.
    package let seed: UInt64
    private var state: UInt64

    /// Starts at a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
