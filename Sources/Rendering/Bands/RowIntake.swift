// SPDX-License-Identifier: Apache-2.0

/// How many rows a stage has taken in, at most, once so many were asked of it.
///
/// Stages are asked for it once, and for many counts of rows then, or for the bound of all of them.
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
        /// Each comes of rows of a stage that follows on others; the uppermost first.
        case run([RowIntake])
    }

    /// The relation.
    let relation: Relation

    /// All rows that go in.
    let limit: Int

    /// Whether it takes in what was asked for and nothing else.
    var isSame: Bool {
        switch relation {
        case .same: true
        case .all, .ahead, .squares, .replicas, .waiting: false
        case .run(let intakes): intakes.allSatisfy(\.isSame)
        }
    }

    /// Whether how far it is ahead depends on how many rows were asked for, but for the end.
    var isUneven: Bool {
        switch relation {
        case .same, .all, .ahead, .waiting: false
        case .squares, .replicas: true
        case .run(let intakes): intakes.contains(where: \.isUneven)
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
            case .run(let intakes): intakes.reversed().reduce(count) { $1.rows(for: $0) }
            }
        return min(limit, rows)
    }

    /// A line beneath which rows that were taken in lie, whatever number of them was asked for.
    struct Bound {
        private(set) var slope = 1.0
        private(set) var offset = 0.0

        /// By how much it leads what was asked for at most.
        func lead(over counts: ClosedRange<Int>) -> Int {
            let leads = [counts.lowerBound, counts.upperBound].map {
                (slope - 1) * Double($0) + offset
            }
            return leads.reduce(0) { max($0, Int($1.rounded(.up))) }
        }

        fileprivate func scaled(by factor: Double, plus addend: Double) -> Bound {
            Bound(slope: slope * factor, offset: offset * factor + addend)
        }
    }

    /// The bound of what was taken in, by that of what was asked for.
    ///
    /// Rounding up to a unit adds no more than one less than it.
    func bound(_ asked: Bound) -> Bound {
        switch relation {
        case .same: asked
        case .all: asked.scaled(by: 0, plus: Double(limit))
        case .ahead(let distance): asked.scaled(by: 1, plus: Double(distance + bandHeight - 1))
        case .squares(let side): asked.scaled(by: Double(side), plus: Double(bandHeight - 1))
        case .replicas(let side):
            asked.scaled(
                by: 1 / Double(side),
                plus: Double(side - 1) / Double(side)
                    + Double(ReducingStage.rowCount(side: side) - 1)
            )
        case .waiting(let distance): asked.scaled(by: 1, plus: Double(distance))
        case .run(let intakes): intakes.reversed().reduce(asked) { $1.bound($0) }
        }
    }
}

extension Int {
    /// The next multiple.
    func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
