// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band where Form == Straight {
    /// Multiplies color by alpha in all rows that hold pixels, rounding to nearest.
    ///
    /// - Parameter instructionSet: The kernel variant to use.
    /// - Returns: The same storage; untouched if there is no alpha.
    package consuming func premultiplied(
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
    package consuming func unpremultiplied(
        using instructionSet: InstructionSet = .current
    ) -> Band<Straight> {
        unpremultiplied(using: instructionSet) { () throws(Never) in }
    }

    /// Divides color by alpha in all rows that hold pixels, and calls a check regularly so that it
    /// can be cancelled.
    ///
    /// - Parameters:
    ///   - instructionSet: The kernel variant to use.
    ///   - check: Called every 16 rows.
    /// - Returns: The same storage; untouched if there is no alpha.
    /// - Throws: Any error that the check throws.
    package consuming func unpremultiplied<Failure: Error>(
        using instructionSet: InstructionSet = .current,
        check: () throws(Failure) -> Void
    ) throws(Failure) -> Band<Straight> {
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<(layout.hasAlpha ? rowCount : 0) {
            if row % 16 == 0 { try check() }
            var planes = mutablePlanes(ofRow: row)
            kernels.unpremultiply(&planes, shape: shape)
        }
        return assuming(Straight.self)
    }
}
