// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func markBends(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limits: BendLimits,
        in marks: inout MutableSpan<UInt8>
    ) {
        for x in 0..<marks.count {
            var (least, greatest) = (row[x], row[x])
            for column in max(x - 2, 0)...x {
                least = min(least, row[column], above[column], top[column])
                greatest = max(greatest, row[column], above[column], top[column])
            }
            if limits.bend(least, greatest) { marks[x] = 1 }
        }
    }

    package static func markSteps(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limit: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        func isStep(_ one: UInt16, _ other: UInt16) -> Bool {
            max(one, other) - min(one, other) > limit
        }
        for x in 0..<marks.count {
            let columns = max(x - 2, 0)...x
            let isAcross = columns.contains { column in
                isStep(row[column], above[column]) || isStep(above[column], top[column])
            }
            let isAlong = columns.dropFirst().contains { column in
                isStep(row[column], row[column - 1]) || isStep(above[column], above[column - 1])
                    || isStep(top[column], top[column - 1])
            }
            if isAcross || isAlong { marks[x] = 1 }
        }
    }
}

/// A range to which samples are limited, and the tolerated difference between averages of limited
/// samples and limited averages.
package struct BendLimits: Sendable {
    /// The least sample of the range.
    package var least: UInt16
    /// The greatest sample of the range.
    package var greatest: UInt16
    /// The greatest tolerated difference between the average of limited samples and the limited
    /// average.
    package var tolerance: UInt16

    /// Creates limits from a range of samples and a tolerated difference of averages.
    package init(_ range: ClosedRange<UInt16>, tolerance: UInt16) {
        (least, greatest, self.tolerance) = (range.lowerBound, range.upperBound, tolerance)
    }

    /// Whether limiting samples between two values may change their average by more than is
    /// tolerated.
    ///
    /// Samples at the distances *p* and *q* on both sides of a limit err by *pq* / (*p* + *q*) if
    /// their average is the limit, and by less if it is not.
    package func bend(_ least: UInt16, _ greatest: UInt16) -> Bool {
        func errs(at limit: UInt16) -> Bool {
            guard (least...greatest).contains(limit) else { return false }
            let (below, above) = (UInt32(limit - least), UInt32(greatest - limit))
            return below * above > UInt32(tolerance) * (below + above)
        }
        return errs(at: self.least) || errs(at: self.greatest)
    }
}
