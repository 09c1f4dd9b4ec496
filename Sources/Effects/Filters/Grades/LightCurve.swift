// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The transfer function of sRGB, for filters that compute with light.
///
/// Reference: IEC 61966-2-1:1999, 5.2.
enum LightCurve {
    /// Returns the light of an encoded sample, both from 0 to 1.
    @Sendable static func decode(_ sample: Double) -> Double {
        sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    /// Returns the encoded sample of light, both from 0 to 1.
    @Sendable static func encode(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
