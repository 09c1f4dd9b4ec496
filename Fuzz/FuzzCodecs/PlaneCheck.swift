// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// What must hold of any bytes whose header says that they have the planes of a JPEG.
///
/// Nothing traps. They decode at every scale when they decode to pixels, and otherwise at none. The
/// plane of a gray picture is the picture. Planes are encoded, and come back in the same shape. Without
/// the library, where that is possible, samples and errors are the same.
struct PlaneCheck {
    let limits: DecodeLimits

    func run(_ bytes: [UInt8]) {
        guard let header = try? ImageHeader.probe(bytes.span, limits: limits),
            let planes = header.planes
        else { return }
        let pixels = try? Rows(ImageDecoder(bytes: bytes, limits: limits))
        let library = outcome(bytes, .never)
        for reading in [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce] {
            precondition(
                outcome(bytes, reading) == library,
                "a scan that the library reads otherwise"
            )
        }
        let scales = JPEGScale.allCases.map { decode(bytes, at: $0) }
        precondition(scales.allSatisfy { ($0 == nil) == (pixels == nil) }, "planes but no pixels")
        guard let pixels, let samples = scales[0] else { return }
        if header.layout == .gray { precondition(pixels.levels == samples, "another gray") }
        for subsampling in JPEGOptions.Subsampling.allCases {
            let options = JPEGOptions(subsampling: subsampling)
            if JPEGPlanes(options, size: planes.size, layout: header.layout) == planes {
                encode(bytes, header, options)
            }
        }
    }

    /// The samples of every group; nil when they cannot be decoded.
    private func decode(_ bytes: [UInt8], at scale: JPEGScale) -> [UInt8]? {
        do {
            var decoder = try JPEGPlaneDecoder(bytes: bytes, limits: limits, scale: scale)
            var rows = PlaneRows(decoder.planes, scale: scale)
            var samples: [UInt8] = []
            for group in 0..<decoder.planes.groupCount {
                try decoder.decodeRows(into: &rows)
                precondition(rows.group == group, "a group is missing")
                append(rows, to: &samples)
            }
            return samples
        } catch {
            return nil
        }
    }

    /// What becomes of a file.
    private struct Outcome: Equatable {
        var groupCount = 0
        /// The samples, unless the file is damaged: those of damaged blocks may be out of range.
        var samples: [UInt8] = []
        var error: CodecError?
        var message = ""
    }

    private func outcome(_ bytes: [UInt8], _ reading: JPEGPlaneDecoder.ScanReading) -> Outcome {
        var outcome = Outcome()
        do {
            var message = ""
            var decoder = try JPEGPlaneDecoder(bytes, limits: limits, reading: reading) {
                message = $0
            }
            var rows = PlaneRows(decoder.planes)
            do {
                while true {
                    try decoder.decodeRows(into: &rows)
                    guard rows.group != nil else { break }
                    outcome.groupCount += 1
                    append(rows, to: &outcome.samples)
                }
            } catch {
                outcome.error = error
                outcome.samples = []
            }
            outcome.message = message
        } catch { outcome.error = error }
        return outcome
    }

    private func append(_ rows: borrowing PlaneRows, to samples: inout [UInt8]) {
        for plane in rows.planes.components.indices {
            for y in 0..<rows.rowCount(of: plane) {
                let row = rows.row(y, of: plane)
                for x in row.indices { samples.append(row[x]) }
            }
        }
    }

    /// Encodes the planes of a file again.
    private func encode(_ bytes: [UInt8], _ header: ImageHeader, _ options: JPEGOptions) {
        do {
            var file: [UInt8] = []
            var decoder = try JPEGPlaneDecoder(bytes: bytes, limits: limits)
            var encoder = try JPEGPlaneEncoder(
                options,
                size: header.codedSize,
                layout: header.layout
            ) { file += $0 }
            var rows = PlaneRows(decoder.planes)
            for _ in 0..<decoder.planes.groupCount {
                try decoder.decodeRows(into: &rows)
                try encoder.encodeRows(&rows)
            }
            try encoder.finish()
            precondition(decode(file, at: .full) != nil, "planes that do not come back")
        } catch {
            preconditionFailure("planes that cannot be encoded: \(error)")
        }
    }
}
