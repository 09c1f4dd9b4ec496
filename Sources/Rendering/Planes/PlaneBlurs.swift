// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// The blur of each plane of a JPEG in two halves: reduction to a low resolution, and enlargement.
///
/// All planes share one grid of low-resolution samples.
struct PlaneBlurs {
    /// The reduction of each plane to low resolution, in the file orientation.
    let reductions: [PlanePlan]

    /// For each plane, the reduction of the corrections for clipped colors to low resolution, in
    /// the file orientation.
    let changes: [PlanePlan]

    /// The enlargement of each upright plane from low resolution.
    let expansions: [PlanePlan]

    /// Plans the reduction and the enlargement of each plane for a blur; nil where planes cannot be
    /// blurred.
    ///
    /// That is so where the blur is too weak for planes, or where a plane's samples lie too far
    /// apart. Outlines have no weights.
    init?(
        _ blur: GaussianBlur,
        from input: JPEGPlanes,
        to output: JPEGPlanes,
        _ orientation: Orientation,
        isOutline: Bool
    ) {
        guard blur.sigma >= Self.weakest else { return nil }
        let step = PlanePlan.step(sigma: blur.sigma)
        var planes: [(stored: PlaneAxes, upright: PlaneAxes)] = []
        for index in input.components.indices {
            let (stored, upright) = (input.shape(of: index), output.shape(of: index))
            guard
                let axes = PlaneAxes.pair(
                    from: stored,
                    input.size,
                    to: upright,
                    orientation,
                    step: step
                )
            else { return nil }
            planes.append(axes)
        }
        func plans(_ axes: [PlaneAxes], covering low: LowRanges) -> [PlanePlan] {
            // The two color planes are mostly alike, and designing filters takes long.
            var plans: [PlaneAxes: PlanePlan] = [:]
            return axes.map { axes in
                let plan =
                    plans[axes]
                    ?? (isOutline
                        ? outline(axes, covering: low)
                        : PlanePlan(
                            sigma: blur.sigma,
                            edge: blur.edge,
                            rows: axes.rows,
                            columns: axes.columns,
                            step: step,
                            coveringRows: low.rows,
                            coveringColumns: low.columns
                        ))
                plans[axes] = plan
                return plan
            }
        }
        func outline(_ axes: PlaneAxes, covering low: LowRanges? = nil) -> PlanePlan {
            PlanePlan(
                outlineOf: blur.sigma,
                edge: blur.edge,
                rows: axes.rows,
                columns: axes.columns,
                step: step,
                coveringRows: low?.rows,
                coveringColumns: low?.columns
            )
        }
        let turn = LowTurn(input.size, orientation, step: step)
        let upright = LowRanges(
            planes.map { turn.upright(LowRanges(outline($0.stored))) }
                + planes.map { LowRanges(outline($0.upright)) }
        )
        let stored = planes.map(\.stored) + planes.map { $0.stored.ofPixels(input.size) }
        let firsts = plans(stored, covering: turn.stored(upright))
        reductions = Array(firsts.prefix(planes.count))
        changes = Array(firsts.suffix(planes.count))
        // In an upright file both halves have the same plan, and designing filters takes long.
        expansions =
            orientation == .topLeft ? reductions : plans(planes.map(\.upright), covering: upright)
    }
}

extension PlaneBlurs {
    /// The least standard deviation of a blur of planes instead of pixels, in pixels.
    ///
    /// Below it, neighboring pixels differ too much for colors to be clipped at low resolution.
    fileprivate static let weakest: Float = 5
}

/// A range of low-resolution rows and a range of low-resolution columns.
struct LowRanges {
    var rows: ClosedRange<Int>
    var columns: ClosedRange<Int>

    init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        self.rows = rows
        self.columns = columns
    }

    init(_ plan: PlanePlan) {
        self.init(rows: plan.lowRows, columns: plan.lowColumns)
    }

    /// The smallest ranges that contain all given ranges, of which there is at least one.
    init(_ all: [LowRanges]) {
        self = all.dropFirst().reduce(all[0]) {
            LowRanges(
                rows: $0.rows.union($1.rows),
                columns: $0.columns.union($1.columns)
            )
        }
    }
}

/// Converts ranges of low-resolution rows and columns between a stored image and the upright one.
///
/// Where an axis is reversed, low-resolution samples are counted from its other end. So they keep
/// their places even when the length of the image is not a multiple of the step.
struct LowTurn {
    private let orientation: Orientation
    private let rowCount: Int
    private let columnCount: Int

    init(_ stored: PixelSize, _ orientation: Orientation, step: Int) {
        self.orientation = orientation
        rowCount = (stored.height + step - 1) / step
        columnCount = (stored.width + step - 1) / step
    }

    func upright(_ low: LowRanges) -> LowRanges {
        let turned = reversed(low)
        return orientation.exchangesSides
            ? LowRanges(rows: turned.columns, columns: turned.rows) : turned
    }

    func stored(_ low: LowRanges) -> LowRanges {
        reversed(
            orientation.exchangesSides ? LowRanges(rows: low.columns, columns: low.rows) : low
        )
    }

    private func reversed(_ low: LowRanges) -> LowRanges {
        LowRanges(
            rows: orientation.reversesRows ? low.rows.reversed(in: rowCount) : low.rows,
            columns: orientation.reversesColumns
                ? low.columns.reversed(in: columnCount) : low.columns
        )
    }
}

extension ClosedRange<Int> {
    fileprivate func union(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    /// Returns the range counted from the other end.
    fileprivate func reversed(in count: Int) -> Self {
        (count - 1 - upperBound)...(count - 1 - lowerBound)
    }
}
