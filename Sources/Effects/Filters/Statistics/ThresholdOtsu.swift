// SPDX-License-Identifier: Apache-2.0

extension ImageStatistic {
    /// A threshold of luminance that separates dark from bright pixels best.
    ///
    /// It makes the variance between both classes greatest. Pixels above it become white.
    ///
    /// Reference: N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", IEEE Trans.
    /// Systems, Man, and Cybernetics 9(1), 1979.
    package static let thresholdOtsu = ImageStatistic(
        .record("threshold-otsu", []),
        of: .gray
    ) { histograms in
        let level = histograms[0].otsuLevel
        return ToneCurves { $0 > level ? 1 : 0 }
    }
}

extension Histogram {
    /// The greatest sample of the darker class, from 0 to 1.
    fileprivate var otsuLevel: Double {
        let total = Double(total)
        let moment = weights.indices.reduce(0.0) { $0 + Double($1) * Double(weights[$1]) }
        var (weight, sum, best, level) = (0.0, 0.0, -1.0, 0)
        for sample in weights.indices where weights[sample] > 0 {
            weight += Double(weights[sample])
            sum += Double(sample) * Double(weights[sample])
            guard weight < total else { break }
            let difference = moment * weight / total - sum
            let variance = difference * difference / (weight * (total - weight))
            if variance > best { (best, level) = (variance, sample) }
        }
        return Double(level) / 65_535
    }
}

extension FilterFunction {
    static let thresholdOtsu = FilterFunction(
        "threshold-otsu",
        sentence: "Makes bright colors white and all others black, and finds the level itself.",
        standard: .coreImage,
        category: .statistics,
        aliases: ["color-threshold-otsu", "colorthresholdotsu", "otsu"]
    ) { .statistic(.thresholdOtsu) }
}
