// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A table that re-encodes 16-bit samples, such as from a power law to the transfer function of sRGB.
///
/// References: ISO/IEC 15948:2004, 11.3.3.2 and 13.13; IEC 61966-2-1:1999, 5.2.
struct TransferTable: Sendable {
    private let values: [UInt16]

    /// The exponents, times 100,000, that are treated as sRGB: 1/2.2 ± 5 percent.
    ///
    /// A conversion would change images that were never meant to differ.
    static let sRGBGamma = 43_182...47_728

    /// The plausible gammas, times 100,000; any other is treated as damage.
    static let plausibleGamma = 10_000...1_000_000

    /// Whether samples with a gamma, times 100,000, must be re-encoded to sRGB.
    static func isNeeded(gamma: Int) -> Bool {
        plausibleGamma.contains(gamma) && !sRGBGamma.contains(gamma)
    }

    /// Creates the table from a gamma, times 100,000, to sRGB; nil if samples need no change.
    init?(gamma: Int) {
        guard Self.isNeeded(gamma: gamma) else { return nil }
        let exponent = 100_000 / Double(gamma)
        values = (0...65_535).map { sample in
            let light = pow(Double(sample) / 65_535, exponent)
            return UInt16((Self.encode(light) * 65_535).rounded())
        }
    }

    /// Creates a table from a function that maps samples from 0 to 1.
    init(_ function: (Float) -> Float) {
        values = (0...65_535).map { sample in
            UInt16((min(max(function(Float(sample) / 65_535), 0), 1) * 65_535).rounded())
        }
    }

    /// Creates a table from its 65,536 entries.
    init(values: [UInt16]) {
        precondition(values.count == 65_536, "one for each sample")
        self.values = values
    }

    /// The size of a table, in bytes.
    static let byteCount = 65_536 * MemoryLayout<UInt16>.stride

    /// The entry for a sample from 0 to 1.
    subscript(value: Float) -> UInt16 { values[Int((value * 65_535).rounded())] }

    /// The transfer function of sRGB, from 0...1 to 0...1.
    private static func encode(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Replaces each sample by its value in the table.
    func apply(to samples: inout MutableSpan<UInt16>) {
        for index in samples.indices { samples[index] = values[Int(samples[index])] }
    }
}
