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

    /// Returns the number of groups of rows that other threads may decode ahead.
    static func lookahead(_ planes: JPEGPlanes) -> Lookahead {
        Lookahead(
            count: planes.groupCount,
            width: planes.size.width,
            height: planes.groupHeight
        )
    }

    /// Returns the memory of decoding groups of rows in bytes, without the decoder itself.
    ///
    /// - Parameters:
    ///   - header: The file header.
    ///   - planes: The planes of the file.
    ///   - keptCount: The number of groups that are kept.
    /// - Returns: The number of bytes.
    static func byteCount(
        _ header: ImageHeader,
        _ planes: JPEGPlanes,
        keeping keptCount: Int
    ) -> Int {
        keptCount * PlaneRows.byteCount(planes)
            + (lookahead(planes).portionCount + 2) * CodedRows.byteCount(header)
            + (header.isStreamable ? JPEGPlaneDecoder.scanByteCount : 0)
    }

    private final class Group {
        var rows: PlaneRows

        init(_ planes: JPEGPlanes) { rows = PlaneRows(planes) }
    }

    /// Opens a JPEG file to decode its planes.
    ///
    /// - Parameters:
    ///   - image: The file.
    ///   - planes: The planes of the file.
    ///   - keptCount: The number of groups to keep: 3 or more where colors are searched for limits.
    ///   - limits: The largest size of an image.
    ///   - cancellation: Checked between two groups of rows, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle.
    /// - Throws: Errors of opening.
    init(
        _ image: SourceImage,
        _ planes: JPEGPlanes,
        keeping keptCount: Int,
        limits: DecodeLimits,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let file = try OpenPlanes(image, limits, cancellation)
        iccProfile = file.decoder.iccProfile
        groupCount = planes.groupCount
        kept = (0..<keptCount).map { _ in Group(planes) }
        arrived = CodedRows(planes)
        source = ReadAhead(pool: pool, lookahead: Self.lookahead(planes)) {
            CodedRows(planes)
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

    /// Passes the next rows of a plane on; false if none are loaded.
    ///
    /// - Returns: Whether there were rows; false when another group must be loaded first.
    func feed(_ taker: some PlaneRowTaker, _ plane: Int) -> Bool {
        guard taker.group < loadedCount else { return false }
        precondition(
            taker.group >= loadedCount - kept.count,
            "a plane that fell behind the others"
        )
        taker.push(kept[taker.group % kept.count].rows, of: plane)
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

/// A taker of the rows of one plane of a JPEG, group by group.
protocol PlaneRowTaker: AnyObject {
    /// The index of the next group to take rows from.
    var group: Int { get }

    /// Takes rows of the next group.
    func push(_ rows: borrowing PlaneRows, of plane: Int)
}

/// A decoder of JPEG planes that stops when its render is cancelled.
final class OpenPlanes {
    var decoder: JPEGPlaneDecoder
    private let cancellation: Cancellation

    init(
        _ source: SourceImage,
        _ limits: DecodeLimits,
        _ cancellation: Cancellation
    ) throws(RenderError) {
        self.cancellation = cancellation
        do {
            decoder = try JPEGPlaneDecoder(
                bytes: source.bytes,
                isProbed: true,
                limits: limits,
                damage: source.damage,
                supervision: cancellation.supervision
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
