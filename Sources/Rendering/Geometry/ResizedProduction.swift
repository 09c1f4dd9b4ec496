// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// A render that only resizes a JPEG and writes a JPEG, from planes to planes.
///
/// Color planes are made at the resolution that they have in the result, and no sample becomes RGB in
/// between. A 12 MP photo is halved in 0.88 of the time that it takes by way of pixels
/// (`Scripts/benchmark geometry widths`).
final class ResizedProduction: Production {
    private let cancellation: Cancellation
    private let source: ResizedDecoding
    private var encoder: JPEGPlaneEncoder?
    private var rows: PlaneRows
    private var nextGroup = 0
    private(set) var encoding: Duration = .zero

    /// Opens the JPEG file and the encoder of the result.
    ///
    /// - Parameters:
    ///   - renderer: The render.
    ///   - resized: The change of size, with the planes of the result.
    ///   - cancellation: Checked between two groups of rows, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle.
    ///   - sink: Receives the file.
    /// - Throws: Errors of opening.
    init(
        _ renderer: Renderer,
        _ resized: ResizedPlanes.Direct,
        cancellation: Cancellation,
        pool: WorkerPool?,
        sink: @escaping ByteSink
    ) throws(RenderError) {
        self.cancellation = cancellation
        source = try ResizedDecoding(
            renderer.source,
            resized.planes,
            limits: renderer.limits,
            cancellation: cancellation,
            pool: pool
        )
        rows = PlaneRows(resized.output)
        do {
            encoder = try JPEGPlaneEncoder(
                resized.options,
                size: renderer.outputSize,
                layout: renderer.outputLayout,
                iccProfile: source.iccProfile,
                shouldContinue: { cancellation.mayContinue },
                onLibraryError: { cancellation.note(libraryMessage: $0) },
                sink: sink
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    var isDecoded: Bool { source.isDecoded }

    var decoding: Duration { source.decoding }

    var awaiting: Duration { source.awaiting }

    func advance() throws(RenderError) -> Bool {
        let isOver = nextGroup == rows.planes.groupCount
        if !isOver {
            rows.group = nextGroup
            try source.pull(into: &rows)
            nextGroup += 1
        }
        let began = ContinuousClock.now
        defer { encoding += ContinuousClock.now - began }
        do {
            if isOver {
                try encoder.take()?.finish()
            } else {
                try encoder?.encodeRows(&rows)
            }
        } catch {
            throw RenderError(error, cancellation)
        }
        return !isOver
    }
}

extension ResizedPlanes {
    /// A plan that resizes the planes of one JPEG directly to the planes of another, without pixels
    /// in between.
    struct Direct {
        /// The change of size, with the planes of the file and of the result.
        let planes: ResizedPlanes
        /// The planes of the JPEG that is written.
        let output: JPEGPlanes
        /// The encoding options of the result.
        let options: JPEGOptions
    }

    /// Plans to resize a JPEG from planes to planes; nil where the result needs pixels.
    func direct(_ renderer: Renderer) -> Direct? {
        guard case .jpeg(let options) = renderer.output.encoding, !options.dither,
            renderer.outputSize == size,
            renderer.outputLayout == (planes.components.count == 1 ? .gray : .rgb)
        else { return nil }
        let output = JPEGPlanes(options, size: size, layout: renderer.outputLayout)
        return Direct(planes: writing(output), output: output, options: options)
    }
}
