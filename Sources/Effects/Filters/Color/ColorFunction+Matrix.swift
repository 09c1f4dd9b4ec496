// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ColorFunction {
    /// The accepted matrix entries in filter lists.
    static let entryRange: ClosedRange<Double> = -1000...1000

    /// Creates a filter that applies a color matrix.
    package static func matrix(_ matrix: ColorMatrix) -> ColorFunction {
        ColorFunction(.record("color-matrix", [.init("rows", matrix.planValue)]), matrix)
    }
}

extension FilterFunction {
    static let colorMatrix = FilterFunction(
        "color-matrix",
        .matrix(
            "entries",
            ColorFunction.entryRange,
            "rows for red, green, blue and alpha: the factors of these four and a constant"
        ),
        sentence: "Multiplies straight colors by a matrix of 4 rows and 5 columns.",
        standard: .coreAnimation,
        category: .color,
        identity: "color-matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0)",
        aliases: ["colormatrix"]
    ) { .color(.matrix($0)) }
}
