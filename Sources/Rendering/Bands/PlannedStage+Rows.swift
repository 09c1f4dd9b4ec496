// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension PlannedStage {
    /// How many rows the stage takes in for those that are asked of it.
    var intake: RowIntake { RowIntake(relation: relation, limit: inputSize.height) }

    private var relation: RowIntake.Relation {
        switch operation {
        case .mirror, .convert, .premultiply, .unpremultiply, .mix, .remap, .remapChannels, .fade,
            .flatten:
            .same
        case .orient, .zoomBlur, .gallery: .all
        case .variableBlur(let blur, _): .ahead(VariableBlurStage.rowsAhead(blur, size))
        case .boxBlur(let kernel, _): .ahead(kernel.reach)
        case .byteBox(let radius): .ahead(radius)
        case .motionBlur(let blur): .ahead(MotionTaps.Line(blur).rowReach)
        case .magnify(let magnification):
            .ahead(MagnifyingStage.rowReach(magnification, size))
        case .shadow(let shadow): .ahead(ShadowStage.rowsAhead(shadow, size))
        case .blur(let geometry): .ahead(geometry.rowsAhead)
        case .reduce(let side): .squares(side)
        case .replicate(let side): .replicas(side)
        case .panes(let panes): .waiting(waitingBandCount(panes) * bandHeight)
        }
    }

    /// The most bands of a picture that wait for panes at one time.
    ///
    /// Asked for the rows of the first band, a pane asks its stages for whole bands of its own, the
    /// last of which may reach 15 rows beyond. No pane takes rows below its last.
    func waitingBandCount(_ panes: [PlannedPane]) -> Int {
        let counts = panes.map { pane in
            let rows = pane.pane.bounds.rows
            let own =
                rows.upperBound.roundedUp(to: bandHeight) / bandHeight
                - rows.lowerBound / bandHeight
            let ahead = bandHeight + bandHeight - 1 + pane.rowsAhead
            return min(ahead.roundedUp(to: bandHeight) / bandHeight, own)
        }
        return counts.max() ?? 0
    }
}
