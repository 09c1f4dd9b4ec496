// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels

/// The strengths of blur that a variable one is mixed of, from none to all.
///
/// Each is half of the next, until below one pixel. A strength between two of them is their mean, with
/// the weights at which variances, the squares of strengths, add up.
struct BlurLevels: Hashable, Sendable {
    /// The standard deviations in pixels, from the weakest that is a blur.
    let sigmas: [Float]

    init(_ blur: VariableBlur) {
        var sigmas = [blur.sigma]
        while sigmas[0] > 1 { sigmas.insert(sigmas[0] / 2, at: 0) }
        self.sigmas = sigmas
    }

    /// What a strength is mixed of.
    ///
    /// - Parameter mask: The strength, of 255.
    /// - Returns: A level, 0 being the picture itself, and how much of the next there is, of 65,536.
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
