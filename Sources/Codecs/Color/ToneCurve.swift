// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The curve between the encoded samples of a channel and light, as two tables.
///
/// Between two entries, values are interpolated. Entries for light are as far apart as the square
/// roots of light are, since curves are steepest in the dark.
struct ToneCurve: Hashable, Sendable {
    /// The number of entries of each table.
    static let sampleCount = 4097

    /// The greatest light of a curve; that of cinemas exceeds 1 a little.
    private static let greatestLight: Float = 2

    private static let last = Float(sampleCount - 1)

    /// The light of encoded values at equal distances, from 0 to 1.
    let light: [Float]

    /// The encoded values for squares of numbers at equal distances, from 0 to 1.
    let encoded: [Float]

    /// Creates a curve.
    ///
    /// - Parameter light: The light of ``sampleCount`` encoded values at equal distances. What is no
    ///   number counts as 0, and what is less than before, as that.
    init(light values: [Float]) {
        var values = values
        var before: Float = 0
        for index in values.indices {
            let value = values[index]
            before = value > before ? min(value, Self.greatestLight) : before
            values[index] = before
        }
        light = values
        encoded = Self.inverse(values)
    }

    /// Finds the encoded values of increasing amounts of light, one after the other.
    private static func inverse(_ light: [Float]) -> [Float] {
        var index = 0
        return (0..<sampleCount).map { step in
            let root = Float(step) / last
            let wanted = root * root
            while index + 1 < light.count && light[index + 1] < wanted { index += 1 }
            guard index + 1 < light.count else { return 1 }
            let (low, high) = (light[index], light[index + 1])
            let part = high > low ? min(max((wanted - low) / (high - low), 0), 1) : 0
            return (Float(index) + part) / last
        }
    }

    /// The light of an encoded value from 0 to 1.
    func light(of value: Float) -> Float { Self.interpolate(light, value) }

    /// The encoded value for an amount of light, which is limited to 0 to 1.
    func encoded(_ light: Float) -> Float {
        Self.interpolate(encoded, min(max(light, 0), 1).squareRoot())
    }

    @inline(__always)
    private static func interpolate(_ table: [Float], _ position: Float) -> Float {
        let place = position * last
        let index = min(Int(place), sampleCount - 2)
        let (low, high) = (table[index], table[index + 1])
        return low + (high - low) * (place - Float(index))
    }
}

extension ToneCurve {
    /// Replaces encoded samples by light.
    func decode(_ samples: Span<UInt16>, into light: inout MutableSpan<Float>) {
        for x in samples.indices { light[x] = self.light(of: Float(samples[x]) / 65_535) }
    }

    /// Mixes three channels of light and encodes the sums.
    ///
    /// - Parameters:
    ///   - red: The light of the first channel.
    ///   - green: That of the second.
    ///   - blue: That of the third.
    ///   - weights: The weight of each.
    ///   - samples: Receives the encoded sums.
    func encode(
        _ red: Span<Float>,
        _ green: Span<Float>,
        _ blue: Span<Float>,
        weights: SIMD3<Float>,
        into samples: inout MutableSpan<UInt16>
    ) {
        for x in samples.indices {
            let sum = red[x] * weights.x + green[x] * weights.y + blue[x] * weights.z
            samples[x] = UInt16((encoded(sum) * 65_535).rounded())
        }
    }
}
