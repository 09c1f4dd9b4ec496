// SPDX-License-Identifier: Apache-2.0

// The parts that filters are made of, as filters. The parts themselves know nothing of lists.

extension ColorGrade: FilterDescription {
    /// Leaves the filter unchanged for a reduced image: it treats every pixel separately.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension PlaceFunction: FilterDescription {
    /// Leaves the filter unchanged for a reduced image if positions are relative to its size.
    package func reduced(by side: Int) -> FilterReduction {
        isRelative ? .unchanged : .impossible
    }
}

extension Detail: FilterDescription {
    /// Divides the standard deviation by the factor that the image is reduced by.
    package func reduced(by side: Int) -> FilterReduction {
        let divided = Detail(
            .record("reduced", [.init("side", .number(Double(side))), .init("of", planValue)]),
            sigma: Double(sigma) / Double(side),
            kind,
            isIdentity: isIdentity
        )
        return .replaced([.detail(divided)])
    }
}

extension Neighborhood: FilterDescription {
    /// Divides lengths by the factor that the image is reduced by; functions of the nearest pixels
    /// have none.
    package func reduced(by side: Int) -> FilterReduction {
        switch kind {
        case .convolution, .gradient: .impossible
        case .median(let whole): .replaced([.neighborhood(.median(side: whole / side | 1))])
        case .disc(let radius): .replaced([.neighborhood(.disc(radius: radius / Double(side)))])
        case .box(let radius): .replaced([.neighborhood(.box(radius: radius / side))])
        }
    }
}

extension ImageStatistic: FilterDescription {
    /// False: the result depends on the image.
    package var isIdentity: Bool { false }

    /// Leaves the filter unchanged for a reduced image, which has nearly the same colors.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}
