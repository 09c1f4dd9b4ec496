// SPDX-License-Identifier: Apache-2.0

/// How many rows a stage has taken in, at most, once so many were asked of it.
///
/// It is asked for many counts, so that what it depends on is found out once.
struct RowIntake: Hashable, Sendable {
    /// How rows that come out relate to rows that go in.
    enum Relation: Hashable, Sendable {
        /// Each comes of one.
        case same
        /// The first comes of all.
        case all
        /// Each comes of rows up to so many below it, taken in whole bands.
        case ahead(Int)
        /// Each comes of so many, taken in whole bands.
        case squares(Int)
        /// So many come of each, taken as ``ReducingStage`` gives them out.
        case replicas(Int)
        /// Each waits for so many below it.
        case waiting(Int)
    }

    /// The relation.
    let relation: Relation

    /// All rows that go in.
    let limit: Int

    /// Whether it takes in what was asked for and nothing else.
    var isSame: Bool { relation == .same }

    /// Whether how far it is ahead depends on how many rows were asked for, but for the end.
    var isUneven: Bool {
        switch relation {
        case .same, .all, .ahead, .waiting: false
        case .squares, .replicas: true
        }
    }

    /// The rows that were taken in at most.
    ///
    /// - Parameter count: Rows asked for, in whole bands, or all.
    /// - Returns: No more than there are.
    func rows(for count: Int) -> Int {
        let rows =
            switch relation {
            case .same: count
            case .all: limit
            case .ahead(let distance): (count + distance).roundedUp(to: bandHeight)
            case .squares(let side): (count * side).roundedUp(to: bandHeight)
            case .replicas(let side):
                (count.roundedUp(to: side) / side)
                    .roundedUp(to: ReducingStage.rowCount(side: side))
            case .waiting(let distance): count + distance
            }
        return min(limit, rows)
    }
}

extension Int {
    /// The next multiple.
    func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
