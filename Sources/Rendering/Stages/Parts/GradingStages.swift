// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension ColorGrade: RenderedFilter {
    var reach: FilterReach { .none }

    func addStages(to planner: inout StagePlanner) {
        for step in steps {
            switch step {
            case .matrix(let matrix): planner.add(matrix)
            case .curves(let curves): planner.append(CurvePlan(curves: curves))
            case .scaling(let scaling): planner.append(ScalingPlan(scaling: scaling))
            }
        }
    }
}

/// A stage that maps samples by curves, whose tables are computed when the stage is built.
private struct CurvePlan: StagePlan {
    let curves: ToneCurves

    func relation(of input: PictureShape) -> RowIntake.Relation { .same }

    func byteCount(of input: PictureShape) -> Int {
        ToneTables.byteCount * curves.curves.count
    }

    func work(on input: PictureShape) -> Int {
        input.sampleCount + curves.curves.count * ToneTables.work
    }

    func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
        InPlaceStage(upstream, change: ToneTables(curves))
    }
}

/// Curves as tables of the results for all samples.
struct ToneTables: InPlacePlan {
    /// One table for all color channels, or three for red, green and blue.
    private let tables: [[UInt16]]

    init(_ curves: ToneCurves) {
        tables = curves.curves.map { curve in
            (0...65_535).map { sample in
                // No number is no result, and counts as 0.
                let result = curve(Double(sample) / 65_535)
                return UInt16((result > 0 ? min(result, 1) : 0) * 65_535 + 0.5)
            }
        }
    }

    /// The size of a table, in bytes.
    static let byteCount = 65_536 * MemoryLayout<UInt16>.stride

    /// The work of computing a table, in passes over a sample.
    static let work = 50 * 65_536

    func apply(to band: inout Band<Straight>) {
        for channel in 0..<band.layout.colorChannelCount {
            let table = tables[min(channel, tables.count - 1)]
            for offset in 0..<band.rowCount {
                var row = band.mutableRow(offset, of: channel)
                for x in row.indices { row[x] = table[Int(row[x])] }
            }
        }
    }
}

/// A stage that scales colors, whose factors are computed when the stage is built.
private struct ScalingPlan: StagePlan {
    let scaling: ColorScaling

    func relation(of input: PictureShape) -> RowIntake.Relation { .same }

    func byteCount(of input: PictureShape) -> Int { 65_536 * MemoryLayout<Float>.stride }

    func work(on input: PictureShape) -> Int { 3 * input.sampleCount + 4 * 65_536 }

    func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
        InPlaceStage(upstream, change: ScalingFactors(scaling))
    }
}

/// The factors of a scaling for all keys.
private struct ScalingFactors: InPlacePlan {
    private let kind: ColorScaling.Kind
    private let factors: [Float]

    init(_ scaling: ColorScaling) {
        kind = scaling.kind
        factors = (0...65_535).map { Float(scaling.factor(Double($0) / 65_535)) }
    }

    func apply(to band: inout Band<Straight>) {
        switch kind {
        case .luminance: band.scaleByLuminance(factors.span)
        case .vividness: band.scaleByVividness(factors.span)
        }
    }
}
