// SPDX-License-Identifier: Apache-2.0

import Raster
import Sandbox
import Typesetting

/// All samples of a drawn text.
struct Pixels: Equatable {
    let rect: PixelRect
    let coverage: [[UInt8]]
    let colors: [[UInt32]]

    init(_ plane: TextPlane) {
        rect = plane.rect
        coverage = plane.rect.rows.map { y in
            let row = plane.row(y)
            return row.indices.map { row[$0] }
        }
        guard plane.hasColors else {
            colors = []
            return
        }
        colors = plane.rect.rows.map { y in
            let row = plane.colors(y)
            return row.indices.map { row[$0] }
        }
    }
}

extension SandboxedTypesetter {
    /// Draws a text without a cancellation.
    func draw(
        _ drawing: TextDrawing,
        shouldContinue: () -> Bool = { true },
        onFailure: (String) -> Void = { _ in }
    ) throws -> Pixels {
        Pixels(
            try draw(drawing, shouldContinue: shouldContinue, onFailure: onFailure) as TextPlane
        )
    }
}
