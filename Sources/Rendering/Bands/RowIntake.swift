// SPDX-License-Identifier: Apache-2.0

/// The greatest number of input rows that a stage reads for a number of requested output rows.
///
/// It is computed for many numbers of rows, or as a bound for all of them.
struct RowIntake: Hashable, Sendable {
    /// The dependence of output rows on input rows.
    enum Relation: Hashable, Sendable {
        /// Each output row depends on the input row with the same index.
        case same
        /// The first output row depends on all input rows.
        case all
        /// Each output row depends on input rows up to this distance below it, read in whole bands.
        case ahead(Int)
        /// Each output row depends on this many input rows, which no other output row needs, read
        /// in whole bands.
        case squares(Int)
        /// Each input row becomes this many output rows; the input comes from a ``ReducingStage``.
        case replicas(Int)
        /// Each output row waits for this many input rows below it.
        case waiting(Int)
        /// Output rows lie a number of input rows apart, and depend on input rows up to a distance
        /// below them, read in whole bands.
        case scaled(step: Double, ahead: Int)
        /// The rows pass through consecutive stages, listed from the top.
        case run([RowIntake])
    }

    /// The dependence of output rows on input rows.
    let relation: Relation

    /// The height of the input, in rows.
    let limit: Int

    /// Returns the number of rows that a reduction delivers at a time: at most one input band, because
    /// further rows would have to be kept.
    static func reducedRowCount(side: Int) -> Int { max(1, bandHeight / side) }

    /// Whether the stage reads exactly as many input rows as output rows are requested.
    var isSame: Bool {
        switch relation {
        case .same: true
        case .all, .ahead, .squares, .replicas, .waiting, .scaled: false
        case .run(let intakes): intakes.allSatisfy(\.isSame)
        }
    }

    /// Whether the first output row depends on all input rows.
    var isWhole: Bool {
        switch relation {
        case .all: true
        case .same, .ahead, .squares, .replicas, .waiting, .scaled: false
        case .run(let intakes): intakes.contains(where: \.isWhole)
        }
    }

    /// Whether the number of input rows read ahead varies with the number of requested rows, except
    /// at the end.
    var isUneven: Bool {
        switch relation {
        case .same, .all, .ahead, .waiting: false
        case .squares, .replicas, .scaled: true
        case .run(let intakes): intakes.contains(where: \.isUneven)
        }
    }

    /// The greatest number of input rows that the stage reads for a number of output rows.
    ///
    /// - Parameter count: The number of requested rows, in whole bands, or all.
    /// - Returns: A number up to ``limit``.
    func rows(for count: Int) -> Int {
        let rows =
            switch relation {
            case .same: count
            case .all: limit
            case .ahead(let distance): (count + distance).roundedUp(to: bandHeight)
            case .squares(let side): (count * side).roundedUp(to: bandHeight)
            case .replicas(let side):
                (count.roundedUp(to: side) / side)
                    .roundedUp(to: Self.reducedRowCount(side: side))
            case .waiting(let distance): count + distance
            case .scaled(let step, let ahead):
                (Int((Double(count) * step).rounded(.up)) + ahead).roundedUp(to: bandHeight)
            case .run(let intakes): intakes.reversed().reduce(count) { $1.rows(for: $0) }
            }
        return min(limit, rows)
    }

    /// A linear upper bound of the number of input rows read, as a function of the output rows
    /// requested.
    struct Bound {
        private(set) var slope = 1.0
        private(set) var offset = 0.0

        /// The greatest excess of input rows read over output rows requested, for a range of
        /// requests.
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

    /// Returns a bound of the input rows that the stage reads, from a bound of the output rows that
    /// are requested of it.
    ///
    /// Rounding up to a multiple adds at most one less than the unit.
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
                    + Double(Self.reducedRowCount(side: side) - 1)
            )
        case .waiting(let distance): asked.scaled(by: 1, plus: Double(distance))
        case .scaled(let step, let ahead):
            asked.scaled(by: step, plus: Double(ahead + bandHeight))
        case .run(let intakes): intakes.reversed().reduce(asked) { $1.bound($0) }
        }
    }
}

extension Int {
    /// The number rounded up to a multiple of a unit.
    func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
