// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Blurs the differences that clipping colors makes, and adds them to blurred planes.
final class BlurredLimits: ColorChangeTaker {
    private let plans: [PlanePlan]

    /// The blur of the differences; nil while there are none.
    private var reduction: SparseReduction?

    init(_ route: PlaneRoute) { plans = route.changes }

    /// The greatest memory of the differences of an image, in bytes.
    static func byteCount(_ route: PlaneRoute) -> Int {
        route.input.components.count == 3 ? SparseReduction.byteCount(route.changes[0]) : 0
    }

    func take(_ changed: borrowing LimitedRow, row: Int) {
        if reduction == nil { reduction = SparseReduction(plans: plans) }
        reduction?.add(changed, row: row)
    }

    /// Whether all differences are found on which a low-resolution row depends.
    func areFound(by limits: ColorLimits, for low: Int) -> Bool {
        plans.allSatisfy { limits.hasTaken(rows: $0.rowsNeeded(for: low)) }
    }

    /// Adds the blurred differences to the next low-resolution row of each plane.
    func apply(at low: Int, to band: inout Band<Straight>, row: Int) {
        for plane in 0..<3 {
            var samples = band.mutableRow(row, of: plane)
            reduction?.pull(low, of: plane, addingTo: &samples)
        }
    }
}
