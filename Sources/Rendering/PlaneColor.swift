// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// What is done to planes at low resolution: changes of color, and the step to what bytes store.
///
/// Changes of color are defined on RGB, and limited to it, so YCbCr becomes RGB for them, and YCbCr
/// again. Low samples come as 257 times what a byte stores, and go as 256 times that.
///
/// Reference: ITU-T T.871, 7.
struct PlaneColor: Hashable, Sendable {
    /// Matrices in the order of their application; the result of each is limited.
    private let matrices: [ColorMatrix]

    /// Prepares changes of color; nil if one of the steps is something else.
    ///
    /// - Parameters:
    ///   - steps: The changes, in order.
    ///   - isColor: Whether there are three planes.
    init?(_ steps: some Sequence<Filter>, isColor: Bool) {
        var changes: [ColorMatrix] = []
        for step in steps {
            guard case .color(.saturate(let amount)) = step else { return nil }
            // The rows of the matrix sum to one: gray has nothing to saturate.
            if isColor { changes.append(.saturation(amount)) }
        }
        if changes.isEmpty {
            matrices = [Self.bytes]
        } else {
            changes[0] = changes[0] * Self.rgbFromPlanes
            matrices = changes + [Self.bytes * Self.planesFromRGB]
        }
    }

    /// Changes all rows of a band of low samples.
    func apply(to band: inout Band<Straight>) {
        if band.layout.isColor {
            for matrix in matrices { band.apply(matrix) }
            return
        }
        for index in 0..<band.rowCount {
            var row = band.mutableRow(index, of: 0)
            Self.scale(&row)
        }
    }

    private static func scale(_ row: inout MutableSpan<UInt16>) {
        for x in row.indices { row[x] = UInt16((UInt32(row[x]) * 256 + 128) / 257) }
    }

    // MARK: Matrices

    /// From 257 times a byte to 256 times a byte.
    private static let bytes: ColorMatrix = {
        let scale = 256.0 / 257
        return ColorMatrix(
            red: .init(scale, 0, 0),
            green: .init(0, scale, 0),
            blue: .init(0, 0, scale)
        )
    }()

    /// Where the planes of color have their zero.
    private static let zero = 128.0 / 255

    private static let rgbFromPlanes: ColorMatrix = {
        func row(_ cb: Double, _ cr: Double) -> ColorMatrix.Row {
            .init(1, cb, cr, 0, -(cb + cr) * zero)
        }
        return ColorMatrix(
            red: row(0, 1.402),
            green: row(-0.114 * 1.772 / 0.587, -0.299 * 1.402 / 0.587),
            blue: row(1.772, 0)
        )
    }()

    private static let planesFromRGB = ColorMatrix(
        red: .init(0.299, 0.587, 0.114),
        green: .init(-0.299 / 1.772, -0.587 / 1.772, 0.886 / 1.772, 0, zero),
        blue: .init(0.701 / 1.402, -0.587 / 1.402, -0.114 / 1.402, 0, zero)
    )
}
