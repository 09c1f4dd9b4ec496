// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band where Form == Straight {
    /// Multiplies color by alpha in all rows that hold pixels, rounding to nearest.
    ///
    /// - Parameter instructionSet: The kernel variant to use.
    /// - Returns: The same storage; untouched if there is no alpha.
    public consuming func premultiplied(
        using instructionSet: InstructionSet = .current
    ) -> Band<Premultiplied> {
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<(layout.hasAlpha ? rowCount : 0) {
            var planes = mutablePlanes(ofRow: row)
            kernels.premultiply(&planes, shape: shape)
        }
        return assuming(Premultiplied.self)
    }
}

extension Band where Form == Premultiplied {
    /// Divides color by alpha in all rows that hold pixels, rounding to nearest, half up.
    ///
    /// Color becomes 0 where alpha is 0, and is clamped where it exceeds alpha.
    ///
    /// - Parameter instructionSet: The kernel variant to use.
    /// - Returns: The same storage; untouched if there is no alpha.
    public consuming func unpremultiplied(
        using instructionSet: InstructionSet = .current
    ) -> Band<Straight> {
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<(layout.hasAlpha ? rowCount : 0) {
            var planes = mutablePlanes(ofRow: row)
            kernels.unpremultiply(&planes, shape: shape)
        }
        return assuming(Straight.self)
    }
}
