// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

// The stages that change straight color pixel by pixel.

extension ColorMatrix: InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}

extension ColorFunction: RenderedFilter {
    func addStages(to planner: inout StagePlanner) { planner.add(matrix) }
}

extension LuminanceCurve: RenderedFilter, InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}

extension ChannelCurve: RenderedFilter, InPlacePlan {
    func apply(to band: inout Band<Straight>) { band.apply(self, using: .current) }
}
