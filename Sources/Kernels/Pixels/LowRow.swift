// SPDX-License-Identifier: Apache-2.0

/// A row of color differences at low resolution, allocated when the first one is added.
struct LowRow {
    var range = 0..<0
    var changes: [SparseReduction.Change] = []

    mutating func add(_ row: [SparseReduction.Change], _ columns: Range<Int>, times weight: Float) {
        if changes.isEmpty {
            changes = [SparseReduction.Change](repeating: .zero, count: row.count)
        }
        range = range.joined(with: columns)
        let row = row.span
        var changes = changes.mutableSpan
        for column in columns { changes[column] += row[column] * weight }
    }
}

extension SparseReduction {
    /// Converts a difference of red, green and blue to one of Y, Cb and Cr.
    ///
    /// Reference: ITU-T T.871, 7.
    static func change(_ color: SIMD4<Float>) -> Change {
        let y = color.x * 0.299 + color.y * 0.587 + color.z * 0.114
        return Change(y, (color.z - y) * (1 / 1.772), (color.x - y) * (1 / 1.402), 0)
    }
}

extension Range<Int> {
    /// Returns the smallest range that contains this and another; an empty range adds nothing.
    func joined(with other: Self) -> Self {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
