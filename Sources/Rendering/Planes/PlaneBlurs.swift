// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// The two halves of the blur of each plane of a JPEG, such that all planes meet at low resolution.
struct PlaneBlurs {
    /// The first half for each plane, as the file stores it.
    let reductions: [PlanePlan]

    /// The second half for each plane, upright.
    let expansions: [PlanePlan]

    /// Plans them; nil where the blur is too weak for planes, or a plane's samples too far apart.
    init?(
        _ blur: GaussianBlur,
        from input: JPEGPlanes,
        to output: JPEGPlanes,
        _ orientation: Orientation
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
            // Planes of color are mostly alike, and to design filters takes long.
            var plans: [PlaneAxes: PlanePlan] = [:]
            return axes.map { axes in
                let plan =
                    plans[axes]
                    ?? PlanePlan(
                        sigma: blur.sigma,
                        edge: blur.edge,
                        rows: axes.rows,
                        columns: axes.columns,
                        step: step,
                        coveringRows: low.rows,
                        coveringColumns: low.columns
                    )
                plans[axes] = plan
                return plan
            }
        }
        func outlines(_ axes: [PlaneAxes]) -> [PlanePlan] {
            axes.map { axes in
                PlanePlan(
                    outlineOf: blur.sigma,
                    edge: blur.edge,
                    rows: axes.rows,
                    columns: axes.columns,
                    step: step
                )
            }
        }
        let turn = LowTurn(input.size, orientation, step: step)
        let upright = LowRanges(
            outlines(planes.map(\.stored)).map { turn.upright(LowRanges($0)) }
                + outlines(planes.map(\.upright)).map { LowRanges($0) }
        )
        reductions = plans(planes.map(\.stored), covering: turn.stored(upright))
        // Upright, both halves are planned alike, and to design filters takes long.
        expansions =
            orientation == .topLeft ? reductions : plans(planes.map(\.upright), covering: upright)
    }
}

extension PlaneBlurs {
    /// The weakest blur that is made of planes.
    ///
    /// Below, pixels next to each other differ too much for changes of color to be limited at low
    /// resolution.
    fileprivate static let weakest: Float = 5
}

/// The low rows and columns of something.
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

    /// The least ranges that contain all of them, of which there is one at least.
    init(_ all: [LowRanges]) {
        self = all.dropFirst().reduce(all[0]) {
            LowRanges(
                rows: $0.rows.union($1.rows),
                columns: $0.columns.union($1.columns)
            )
        }
    }
}

/// Where low samples go when a picture is turned.
///
/// The low samples of a picture whose far end becomes the near one count from there, so that they
/// stay where they are although the picture is no whole number of steps long.
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

    /// The range counted from the other end.
    fileprivate func reversed(in count: Int) -> Self {
        (count - 1 - upperBound)...(count - 1 - lowerBound)
    }
}
