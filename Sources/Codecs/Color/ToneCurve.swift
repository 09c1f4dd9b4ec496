// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The curve between a channel's encoded samples and light, as a table in each direction.
///
/// Between two entries, values are interpolated. Entries for light are as far apart as the square
/// roots of light are, since curves are steepest in the dark.
struct ToneCurve: Hashable, Sendable {
    /// The number of entries of each table.
    static let sampleCount = 4097

    /// The upper limit of the values in ``light``; cinema profiles slightly exceed 1.
    private static let greatestLight: Float = 2

    private static let last = Float(sampleCount - 1)

    /// The light for encoded values at equal distances from 0 to 1.
    let light: [Float]

    /// The encoded values for light whose square roots are at equal distances from 0 to 1.
    let encoded: [Float]

    /// Creates a curve from the light for encoded values at equal distances.
    ///
    /// - Parameter values: The light of ``sampleCount`` encoded values at equal distances. A value that
    ///   is NaN or less than the one before it counts as that one, and the first at least as 0.
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

    /// Inverts a curve: finds the encoded values for light whose square roots are at equal
    /// distances.
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

    /// The encoded value for an amount of light, limited to 0 to 1.
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
    /// The number of entries of ``lightTable`` and ``encodedTable``: one for each 16-bit number.
    static let lightCount = 65_536

    /// A table with the light of every 16-bit sample.
    var lightTable: [Float] {
        (0..<Self.lightCount).map { light(of: Float($0) / 65_535) }
    }

    /// A table with the 16-bit samples for light whose square roots are at equal distances from 0
    /// to 1.
    var encodedTable: [UInt16] {
        (0..<Self.lightCount).map { step in
            let value = Self.interpolate(encoded, Float(step) / 65_535)
            return UInt16((value * 65_535).rounded())
        }
    }
}
