// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band where Form == Straight {
    /// Scales the color channels of each pixel by a factor that depends on its luminance.
    ///
    /// - Parameters:
    ///   - factors: A factor for each luminance, 65,536.
    ///   - instructionSet: The kernel variant to use.
    package mutating func scaleByLuminance(
        _ factors: Span<Float>,
        using instructionSet: InstructionSet = .current
    ) {
        scale(.luminance, factors, instructionSet)
    }

    /// Scales the distances of the color channels of each pixel to its luminance, by a factor that
    /// depends on the difference between the greatest and the least channel.
    ///
    /// - Parameters:
    ///   - factors: A factor for each difference, 65,536.
    ///   - instructionSet: The kernel variant to use.
    package mutating func scaleByVividness(
        _ factors: Span<Float>,
        using instructionSet: InstructionSet = .current
    ) {
        scale(.vividness, factors, instructionSet)
    }

    private mutating func scale(
        _ kind: ScalingKind,
        _ factors: Span<Float>,
        _ instructionSet: InstructionSet
    ) {
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<rowCount {
            var planes = mutablePlanes(ofRow: row)
            kernels.scaleColors(&planes, by: kind, factors: factors, shape: shape)
        }
    }
}
