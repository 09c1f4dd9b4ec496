// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band where Form == Straight {
    /// Copies all rows that hold pixels into a band that may have more channels.
    ///
    /// Gray becomes equal red, green and blue; missing alpha becomes opaque. Dropping color or
    /// alpha is a programming error and traps; see ``composite(over:into:using:)``.
    ///
    /// - Parameter result: As wide as this band and with room for its rows; its `rowCount` is set.
    package func convert(into result: inout Band<Straight>) {
        precondition(result.width == width && result.capacity >= rowCount, "the bands do not match")
        precondition(result.layout.isColor || !layout.isColor, "color cannot be dropped")
        precondition(result.layout.hasAlpha || !layout.hasAlpha, "alpha cannot be dropped")
        for row in 0..<rowCount {
            for channel in 0..<result.layout.colorChannelCount {
                let source = self.row(row, of: layout.isColor ? channel : 0)
                var target = result.mutableRow(row, of: channel)
                target.copy(source)
            }
            if result.layout.hasAlpha {
                var target = result.mutableRow(row, of: result.layout.channelCount - 1)
                if layout.hasAlpha {
                    let source = self.row(row, of: layout.channelCount - 1)
                    target.copy(source)
                } else {
                    target.update(repeating: 65_535)
                }
            }
        }
        result.rowCount = rowCount
    }

    /// Composites all rows that hold pixels over an opaque color, rounding to nearest.
    ///
    /// - Parameters:
    ///   - background: The color seen where alpha is less than 1. Where `result` is gray, red,
    ///     green and blue must be equal.
    ///   - result: A band without alpha, as wide as this one and with room for its rows; gray
    ///     pictures may go into red, green and blue. Its `rowCount` is set.
    ///   - instructionSet: The kernel variant to use.
    package func composite(
        over background: Color,
        into result: inout Band<Straight>,
        using instructionSet: InstructionSet = .current
    ) {
        guard layout.hasAlpha else { return convert(into: &result) }
        precondition(result.width == width && result.capacity >= rowCount, "the bands do not match")
        precondition(!result.layout.hasAlpha, "the result of compositing must be opaque")
        precondition(result.layout.isColor || !layout.isColor, "color cannot be dropped")
        precondition(
            result.layout.isColor
                || (background.red == background.green && background.green == background.blue),
            "a colored background needs color channels"
        )
        let backgrounds = [background.red, background.green, background.blue]
        let kernels = instructionSet.kernels
        for row in 0..<rowCount {
            let alpha = self.row(row, of: layout.channelCount - 1)
            for channel in 0..<result.layout.channelCount {
                var target = result.mutableRow(row, of: channel)
                kernels.composite(
                    self.row(row, of: layout.isColor ? channel : 0),
                    alpha: alpha,
                    background: UInt16(backgrounds[channel]) * 257,
                    into: &target
                )
            }
        }
        result.rowCount = rowCount
    }
}
