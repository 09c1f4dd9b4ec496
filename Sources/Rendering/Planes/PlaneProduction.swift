// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A render that blurs each plane of a JPEG separately; see ``PlaneRoute``.
final class PlaneProduction: Production {
    private let cancellation: Cancellation
    private let groups: PlaneGroups
    private let low: LowPlanes
    private let result: any PlaneResult
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
        groups = try PlaneGroups(
            renderer.source,
            route.input,
            keeping: route.keptGroupCount,
            limits: renderer.limits,
            cancellation: cancellation,
            pool: pool
        )
        let reduced = ReducedRows(route, from: groups)
        low = LowPlanes(
            route,
            from: route.orientation == .topLeft ? reduced : TurnedRows(route, from: reduced)
        )
        do throws(CodecError) {
            if route.writesBlocks {
                result = try BlockResult(
                    renderer,
                    route,
                    iccProfile: groups.iccProfile,
                    cancellation: cancellation,
                    sink: sink
                )
            } else {
                result = try SampleResult(
                    renderer,
                    route,
                    iccProfile: groups.iccProfile,
                    cancellation: cancellation,
                    sink: sink
                )
            }
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    var isDecoded: Bool { groups.isDecoded }

    var decoding: Duration { groups.decoding }

    var awaiting: Duration { groups.awaiting }

    func advance() throws(RenderError) -> Bool {
        guard nextGroup < result.planes.groupCount else {
            try encode { result throws(CodecError) in try result.finish() }
            return false
        }
        result.begin(nextGroup)
        while true {
            var isComplete = true
            for plane in result.planes.components.indices where !result.fill(plane, from: low) {
                isComplete = false
            }
            if isComplete { break }
            try low.makeRows()
        }
        if let colors = low.colors { result.replace(nextGroup, by: colors) }
        nextGroup += 1
        try encode { result throws(CodecError) in try result.encode() }
        return true
    }

    private func encode(
        _ body: (any PlaneResult) throws(CodecError) -> Void
    ) throws(RenderError) {
        let began = ContinuousClock.now
        defer { encoding += ContinuousClock.now - began }
        do {
            try body(result)
        } catch {
            throw RenderError(error, cancellation)
        }
    }
}
