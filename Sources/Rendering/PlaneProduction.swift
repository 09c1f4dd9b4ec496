// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A render whose planes are blurred one by one, see ``PlaneRoute``.
final class PlaneProduction: Production {
    private let cancellation: Cancellation
    private let groups: PlaneGroups
    private let low: LowPlanes
    private let expansions: [ExpandingPlane]
    private var encoder: JPEGPlaneEncoder?
    private var rows: PlaneRows
    private var nextGroup = 0
    private(set) var encoding: Duration = .zero

    init(
        _ renderer: Renderer,
        route: PlaneRoute,
        cancellation: Cancellation,
        pool: WorkerPool?,
        sink: @escaping ByteSink
    ) throws(RenderError) {
        self.cancellation = cancellation
        groups = try PlaneGroups(renderer, route, cancellation: cancellation, pool: pool)
        let reduced = ReducedRows(route, from: groups)
        low = LowPlanes(
            route,
            from: route.orientation == .topLeft ? reduced : TurnedRows(route, from: reduced)
        )
        expansions = route.expansions.map(ExpandingPlane.init)
        rows = PlaneRows(route.output)
        do {
            encoder = try JPEGPlaneEncoder(
                route.options,
                size: renderer.outputSize,
                layout: renderer.outputLayout,
                iccProfile: groups.iccProfile,
                shouldContinue: { !cancellation.isCancelled && !cancellation.isOverdue },
                sink: sink
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    var decoding: Duration { groups.decoding }

    var awaiting: Duration { groups.awaiting }

    func advance() throws(RenderError) -> Bool {
        guard nextGroup < rows.planes.groupCount else {
            try encode { encoder throws(CodecError) in try encoder.take()?.finish() }
            return false
        }
        rows.group = nextGroup
        var written = expansions.map { _ in 0 }
        while true {
            for plane in expansions.indices {
                written[plane] = expand(plane, from: written[plane])
            }
            if written.indices.allSatisfy({ written[$0] == rows.rowCount(of: $0) }) { break }
            try low.makeRows()
        }
        nextGroup += 1
        try encode { [self] encoder throws(CodecError) in try encoder?.encodeRows(&rows) }
        return true
    }

    /// Writes rows of one plane as far as there are low rows for it.
    ///
    /// - Returns: How many there are by now.
    private func expand(_ plane: Int, from start: Int) -> Int {
        let expansion = expansions[plane]
        let count = rows.rowCount(of: plane)
        var row = start
        while row < count {
            row += expansion.pull(into: &rows, from: row, of: plane)
            guard row < count, expansion.isHungry else { continue }
            guard low.contains(expansion.nextLow) else { break }
            low.push(expansion.nextLow, of: plane, to: expansion)
        }
        return row
    }

    private func encode(
        _ body: (inout JPEGPlaneEncoder?) throws(CodecError) -> Void
    ) throws(RenderError) {
        let began = ContinuousClock.now
        defer { encoding += ContinuousClock.now - began }
        do {
            try body(&encoder)
        } catch {
            throw RenderError(error, cancellation)
        }
    }
}
