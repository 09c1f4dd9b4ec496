// SPDX-License-Identifier: Apache-2.0

/// The positions of horizontally interpolated low-resolution rows in their buffer.
///
/// They are stored apart from the plan, which is large and would be copied to read them.
struct WideSlots: Sendable {
    /// The first low-resolution row.
    let first: Int
    /// The number of slots.
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

    /// The range of a low-resolution row in the buffer.
    func range(of low: Int) -> Range<Int> {
        let slot = (low - first) % count
        return (slot * stride)..<((slot + 1) * stride)
    }

    /// The starts of the output samples in the rows of a block, from its last low-resolution row
    /// on.
    func starts(ofBlock block: Int) -> (Int, Int, Int) {
        func start(_ tap: Int) -> Int {
            range(of: block - min(tap, count - 1)).lowerBound + firstColumn
        }
        return (start(0), start(1), start(2))
    }
}
