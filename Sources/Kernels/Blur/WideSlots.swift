// SPDX-License-Identifier: Apache-2.0

/// The positions of horizontally interpolated low-resolution rows in their buffer.
///
/// They are stored apart from the plan: the plan is large and would be copied to read them.
struct WideSlots: Sendable {
    /// The position of the first low-resolution row, in the first slot.
    let first: Int
    /// The number of slots in the buffer, each for one row.
    let count: Int
    let stride: Int
    /// The index in a slot of the first output sample.
    let firstColumn: Int

    init(_ plan: PlanePlan) {
        let (columns, spline) = (plan.columns, plan.columns.interpolation)
        (first, count) = (plan.rows.results.lowerBound, plan.rows.interpolation.taps)
        stride = plan.wideStride
        let position =
            columns.outputStart - spline.origin - columns.own.lowerBound * spline.step
        firstColumn =
            position - spline.margin - (spline.order == 5 ? 4 : 2 * (spline.step - 1))
    }

    /// Returns the range of elements in the buffer that holds a low-resolution row.
    func range(of low: Int) -> Range<Int> {
        let slot = (low - first) % count
        return (slot * stride)..<((slot + 1) * stride)
    }

    /// Returns the indices of the first output sample in the three rows from which a block of rows
    /// is interpolated, the last row first.
    func starts(ofBlock block: Int) -> (Int, Int, Int) {
        func start(_ tap: Int) -> Int {
            range(of: block - min(tap, count - 1)).lowerBound + firstColumn
        }
        return (start(0), start(1), start(2))
    }
}
