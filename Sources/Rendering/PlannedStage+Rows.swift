// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension PlannedStage {
    /// How many rows the stage has taken in, at most, once so many were asked of it.
    ///
    /// - Parameter count: Rows asked for, in whole bands, or all.
    /// - Returns: No more than there are.
    func inputRows(for count: Int) -> Int {
        min(inputSize.height, unlimitedInputRows(for: count))
    }

    private func unlimitedInputRows(for count: Int) -> Int {
        switch operation {
        case .mirror, .convert, .premultiply, .unpremultiply, .mix, .remap, .fade, .flatten:
            return count
        case .orient, .zoomBlur, .gallery:
            return inputSize.height
        case .variableBlur(let blur, _):
            return (count + VariableBlurStage.rowsAhead(blur, size)).roundedUp(to: bandHeight)
        case .boxBlur(let kernel, _):
            return (count + kernel.reach).roundedUp(to: bandHeight)
        case .byteBox(let radius):
            return (count + radius).roundedUp(to: bandHeight)
        case .motionBlur(let blur):
            return (count + MotionTaps(blur).rowReach).roundedUp(to: bandHeight)
        case .shadow(let shadow):
            return (count + ShadowStage.rowsAhead(shadow, size)).roundedUp(to: bandHeight)
        case .blur(let geometry):
            return (count + geometry.rowsAhead).roundedUp(to: bandHeight)
        case .reduce(let side):
            return (count * side).roundedUp(to: bandHeight)
        case .replicate(let side):
            // The other half gives out as many at a time.
            let squares = count.roundedUp(to: side) / side
            return squares.roundedUp(to: ReducingStage.rowCount(side: side))
        case .panes(let panes):
            return count + waitingBandCount(panes) * bandHeight
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

extension Int {
    /// The next multiple.
    fileprivate func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
