// SPDX-License-Identifier: Apache-2.0

extension ImageStatistic {
    /// Creates a filter that stretches all color channels alike, so that luminance covers the whole
    /// range.
    ///
    /// - Parameter cutoff: The share of pixels that become black, and of pixels that become white.
    /// - Returns: The filter.
    package static func autoContrast(cutoff: Double) -> ImageStatistic {
        ImageStatistic(.numbers("auto-contrast", ["cutoff": cutoff]), of: .luminance) {
            let (low, high) = $0[0].range(without: cutoff)
            return ToneCurves { low < high ? min(max(($0 - low) / (high - low), 0), 1) : $0 }
        }
    }
}

extension Histogram {
    /// Returns the least and the greatest sample without a share of the pixels at each end, from 0
    /// to 1.
    fileprivate func range(without share: Double) -> (Double, Double) {
        let cut = share * Double(total)
        func end(_ samples: some Sequence<Int>) -> Double {
            var sum = 0.0
            for sample in samples {
                sum += Double(weights[sample])
                if sum > cut { return Double(sample) / 65_535 }
            }
            return 0
        }
        return (end(weights.indices), end(weights.indices.reversed()))
    }
}

extension FilterFunction {
    static let autoContrast = FilterFunction(
        "auto-contrast",
        .amount("cutoff", 0...0.4, default: "0%", "share of pixels that become black, and white"),
        sentence: "Stretches all channels alike until luminance reaches from black to white.",
        standard: .own,
        category: .statistics,
        aliases: ["autocontrast", "normalize", "normalise"]
    ) { .statistic(.autoContrast(cutoff: $0)) }
}
