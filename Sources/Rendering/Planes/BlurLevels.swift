// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels

/// The Gaussian blurs that are mixed into a variable blur, one for each level of strength.
///
/// Each standard deviation is half of the next, down to one of 1 pixel or less. A strength between
/// two levels is their weighted mean, with the weights at which the variances add up.
struct BlurLevels: Hashable, Sendable {
    /// The standard deviations in pixels, in ascending order; the image itself, without blur, is
    /// not among them.
    let sigmas: [Float]

    init(_ blur: VariableBlur) {
        var sigmas = [blur.sigma]
        while sigmas[0] > 1 { sigmas.insert(sigmas[0] / 2, at: 0) }
        self.sigmas = sigmas
    }

    /// Returns the weaker of the two neighboring blur levels between which a strength lies, and the
    /// weight of the stronger one.
    ///
    /// - Parameter mask: The strength, in `0...255`.
    /// - Returns: The weaker level, 0 being the image itself, and the weight of the next level,
    ///   in `0...65_536`.
    func mix(_ mask: Int) -> (level: Int, weight: UInt32) {
        let most = Double(sigmas[sigmas.count - 1])
        let variance = (most * Double(mask) / 255) * (most * Double(mask) / 255)
        let variances = [0] + sigmas.map { Double($0) * Double($0) }
        let next = variances.firstIndex { $0 >= variance && $0 > 0 } ?? sigmas.count
        let (before, behind) = (variances[next - 1], variances[next])
        let weight = (min(variance, behind) - before) / (behind - before)
        return (next - 1, UInt32((weight * 65_536).rounded()))
    }
}
