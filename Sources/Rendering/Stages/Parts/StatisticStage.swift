// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// Counts the samples of the whole image, and then maps them by curves that depend on the counts.
final class StatisticStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let statistic: ImageStatistic
    private var rows: (any BandSource<Straight>)?

    init(_ upstream: any BandSource<Straight>, statistic: ImageStatistic) {
        self.upstream = upstream
        self.statistic = statistic
        (size, layout) = (upstream.size, upstream.layout)
    }

    func prepare() throws(RenderError) {
        if rows != nil { return }
        let counting = CountingStage(upstream, input: statistic.input)
        let picture = try RecordedPicture(counting)
        let tables = ToneTables(statistic.curves(counting.histograms))
        rows = InPlaceStage(picture.wholeStage, change: tables)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try prepare()
        try rows?.pull(into: &band)
    }
}

/// Counts samples while they pass.
private final class CountingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    /// One histogram, or one for each color channel.
    private(set) var histograms: [Histogram]

    private let upstream: any BandSource<Straight>
    private let input: ImageStatistic.Input

    init(_ upstream: any BandSource<Straight>, input: ImageStatistic.Input) {
        self.upstream = upstream
        self.input = input
        (size, layout) = (upstream.size, upstream.layout)
        let count = StatisticStage.histogramCount(input, layout)
        histograms = Array(repeating: Histogram(), count: count)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        for row in 0..<band.rowCount {
            if input == .luminance, layout.isColor {
                countLuminance(band, row)
            } else {
                for channel in histograms.indices { count(band, row, channel) }
            }
        }
    }

    private func count(_ band: borrowing Band<Straight>, _ row: Int, _ channel: Int) {
        let samples = band.row(row, of: channel)
        guard layout.hasAlpha else {
            for x in samples.indices { histograms[channel].weights[Int(samples[x])] += 65_535 }
            return
        }
        let alpha = band.row(row, of: layout.channelCount - 1)
        for x in samples.indices {
            histograms[channel].weights[Int(samples[x])] += UInt64(alpha[x])
        }
    }

    private func countLuminance(_ band: borrowing Band<Straight>, _ row: Int) {
        let red = band.row(row, of: 0)
        let green = band.row(row, of: 1)
        let blue = band.row(row, of: 2)
        let alpha = band.row(row, of: layout.channelCount - 1)
        for x in red.indices {
            let luminance =
                0.2126 * Float(red[x]) + 0.7152 * Float(green[x]) + 0.0722 * Float(blue[x])
            let weight = layout.hasAlpha ? UInt64(alpha[x]) : 65_535
            histograms[0].weights[min(Int(luminance + 0.5), 65_535)] += weight
        }
    }
}

extension StatisticStage {
    /// The number of histograms of an image.
    static func histogramCount(_ input: ImageStatistic.Input, _ layout: ChannelLayout) -> Int {
        input == .channels ? layout.colorChannelCount : 1
    }

    /// The plan of a stage that counts samples and then maps them.
    struct Plan: StagePlan {
        let statistic: ImageStatistic

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            let count = StatisticStage.histogramCount(statistic.input, input.layout)
            return SpoolingStage.byteCount(input)
                + count * (Histogram.byteCount + 2 * 65_536 * MemoryLayout<Double>.stride)
        }

        func work(on input: PictureShape) -> Int { 9 * input.sampleCount + 3 * ToneTables.work }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            StatisticStage(upstream, statistic: statistic)
        }
    }
}

extension ImageStatistic: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        if input == .gray { planner.add(ColorFunction.grayscale(1).matrix) }
        planner.append(StatisticStage.Plan(statistic: self))
    }
}
