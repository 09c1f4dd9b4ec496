// SPDX-License-Identifier: Apache-2.0

/// Where low rows lie that are interpolated along themselves.
///
/// Apart from the plan, which is large, and of which all would be copied to ask it.
struct WideSlots: Sendable {
    /// The first low row.
    let first: Int
    /// How many there are at once.
    let count: Int
    let stride: Int
    /// Where in its slot the first sample of the result lies.
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

    /// The slot of a low row.
    func range(of low: Int) -> Range<Int> {
        let slot = (low - first) % count
        return (slot * stride)..<((slot + 1) * stride)
    }

    /// Where the first samples of results lie in the rows of a block, from the last of them on.
    func starts(ofBlock block: Int) -> (Int, Int, Int) {
        func start(_ tap: Int) -> Int {
            range(of: block - min(tap, count - 1)).lowerBound + firstColumn
        }
        return (start(0), start(1), start(2))
    }
}
