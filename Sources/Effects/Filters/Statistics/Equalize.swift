// SPDX-License-Identifier: Apache-2.0

extension ImageStatistic {
    /// A filter that spreads the samples of each color channel evenly.
    ///
    /// With C(v) the share of samples up to v, and m the least sample, v becomes
    /// (C(v) − C(m)) / (1 − C(m)). A constant channel stays.
    package static let equalize = ImageStatistic(.record("equalize", []), of: .channels) {
        histograms in
        ToneCurves(channels: histograms.map { ToneCurves.curve($0.equalized) })
    }
}

extension Histogram {
    /// The result for each sample, from 0 to 1.
    fileprivate var equalized: [Double] {
        guard let least = weights.firstIndex(where: { $0 > 0 }) else { return unchanged }
        let rest = total - weights[least]
        if rest == 0 { return unchanged }
        var sum: UInt64 = 0
        return weights.indices.map { sample in
            if sample > least { sum += weights[sample] }
            return Double(sum) / Double(rest)
        }
    }

    /// The samples themselves, from 0 to 1.
    private var unchanged: [Double] { weights.indices.map { Double($0) / 65_535 } }
}

extension FilterFunction {
    static let equalize = FilterFunction(
        "equalize",
        sentence: "Spreads the samples of each color channel evenly.",
        standard: .own,
        category: .statistics,
        aliases: ["histogram-equalization", "hist-equal"]
    ) { .statistic(.equalize) }
}
