// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

// The stages that change straight color pixel by pixel.

extension ColorMatrix: InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}

extension ColorMatrix {
    /// Whether the matrix may make a fully transparent pixel visible.
    var reveals: Bool {
        alpha.bias > 0 || [alpha.red, alpha.green, alpha.blue].contains { $0 > 0 }
    }
}

/// Replaces the colors of fully transparent pixels with black, as they are in premultiplied color.
struct HiddenColors: InPlacePlan {
    func apply(to band: inout Band<Straight>) {
        let (stride, alpha) = (band.planeStride, band.layout.colorChannelCount * band.planeStride)
        let (width, colorCount) = (band.width, band.layout.colorChannelCount)
        for row in 0..<band.rowCount {
            var planes = band.mutablePlanes(ofRow: row)
            for x in 0..<width where planes[alpha + x] == 0 {
                for channel in 0..<colorCount { planes[channel * stride + x] = 0 }
            }
        }
    }
}

extension ColorFunction: RenderedFilter {
    var reach: FilterReach { .none }

    func addStages(to planner: inout StagePlanner) { planner.add(matrix) }
}

extension LuminanceCurve: RenderedFilter, InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}

extension ChannelCurve: RenderedFilter, InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}
