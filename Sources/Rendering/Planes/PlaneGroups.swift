// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Decodes the planes of a JPEG in groups of rows, and keeps the latest groups.
///
/// It keeps them because one plane needs its rows a little earlier than another.
final class PlaneGroups {
    /// The ICC profile of the file; nil stands for sRGB.
    let iccProfile: [UInt8]?

    private let source: ReadAhead<CodedRows>
    private var arrived: CodedRows
    private let groupCount: Int
    private let kept: [Group]
    private var loadedCount = 0

    /// The time spent on transforming coefficients to samples after they were read.
    private var makingSamples: Duration = .zero

    /// Returns the number of groups of rows that are kept in memory.
    ///
    /// The filter of one plane may reach one low-resolution row further than another filter, and
    /// the filter of corrections one more. So the planes are up to two low-resolution rows apart,
    /// and one group more when a low-resolution row begins inside a group. Colors are clipped one
    /// group behind.
    static func keptCount(_ route: PlaneRoute) -> Int {
        let height = route.input.groupHeight
        return (3 * route.reductions[0].step + height - 1) / height + 3
    }

    /// Returns the number of groups of rows that other threads may decode ahead.
    static func lookahead(_ route: PlaneRoute) -> Lookahead {
        let planes = route.input
        return Lookahead(
            count: planes.groupCount,
            width: planes.size.width,
            height: planes.groupHeight
        )
    }

    private final class Group {
        var rows: PlaneRows

        init(_ route: PlaneRoute) { rows = PlaneRows(route.input) }
    }

    init(
        _ renderer: Renderer,
        _ route: PlaneRoute,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let file = try OpenPlanes(renderer.source, renderer.limits, cancellation)
        iccProfile = file.decoder.iccProfile
        groupCount = route.input.groupCount
        kept = (0..<Self.keptCount(route)).map { _ in Group(route) }
        arrived = CodedRows(route.input)
        source = ReadAhead(pool: pool, lookahead: Self.lookahead(route)) {
            CodedRows(route.input)
        } decode: { rows, isEarly throws(RenderError) in
            try file.read(into: &rows)
            // A helper makes samples only of groups that are not needed soon. Otherwise the caller
            // is faster itself.
            if isEarly { rows.makeSamples() }
            return rows.group != nil ? .portion : file.decoder.isBehind ? .nothing : .end
        }
    }

    /// Whether all groups of rows are decoded.
    var isDecoded: Bool { loadedCount == groupCount }

    /// The time spent on decoding so far, on all threads.
    var decoding: Duration { source.elapsed + makingSamples }

    /// The time that this thread spent decoding, or waiting for rows that other threads decode.
    var awaiting: Duration { source.awaiting + makingSamples }

    /// Passes the next rows of a plane to its reduction, the first half of the blur; false if none
    /// are loaded.
    ///
    /// - Returns: Whether there were rows; false when another group must be loaded first.
    func feed(_ reduction: ReducingPlane, _ plane: Int) -> Bool {
        guard reduction.group < loadedCount else { return false }
        precondition(
            reduction.group >= loadedCount - kept.count,
            "a plane that fell behind the others"
        )
        reduction.push(kept[reduction.group % kept.count].rows, of: plane)
        return true
    }

    /// Searches the loaded groups of rows for colors outside of RGB, each once the group after it
    /// is loaded.
    func feed(_ limits: ColorLimits) {
        let end = loadedCount < groupCount ? loadedCount - 1 : groupCount
        while limits.nextGroup < end {
            let group = limits.nextGroup
            let (last, next) = (max(group - 1, 0), min(group + 1, groupCount - 1))
            limits.take(
                kept[group % kept.count].rows,
                after: kept[last % kept.count].rows,
                before: kept[next % kept.count].rows
            )
        }
    }

    /// Decodes the next group of rows, or takes one that another thread has decoded ahead.
    func load() throws(RenderError) {
        precondition(loadedCount < groupCount, "a low row was lost")
        let isLoaded = try source.next(into: &arrived)
        precondition(isLoaded, "a picture with fewer rows than it said")
        let began = ContinuousClock.now
        arrived.makeRows(into: &kept[loadedCount % kept.count].rows)
        makingSamples += ContinuousClock.now - began
        loadedCount += 1
    }
}

/// A decoder of JPEG planes that stops when its render is cancelled.
final class OpenPlanes {
    var decoder: JPEGPlaneDecoder
    private let cancellation: Cancellation

    init(
        _ source: SourceImage,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation,
        keeping corners: [BlockCorner]? = nil
    ) throws(RenderError) {
        self.cancellation = cancellation
        do {
            decoder = try JPEGPlaneDecoder(
                bytes: source.bytes,
                isProbed: true,
                limits: limits,
                damage: source.damage,
                keeping: corners,
                shouldContinue: { cancellation.mayContinue },
                onLibraryError: { cancellation.note(libraryMessage: $0) }
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    func read(into rows: inout CodedRows) throws(RenderError) {
        try cancellation.check()
        do {
            try decoder.readRows(into: &rows)
            cancellation.note(decoder.damage)
        } catch {
            throw RenderError(error, cancellation)
        }
    }
}
