// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// What must hold of any bytes whose header says that they have the planes of a JPEG.
///
/// Nothing traps. They decode at every scale when they decode to pixels, and otherwise at none. The
/// plane of a gray picture is the picture. Planes are encoded, and come back in the same shape. Without
/// the library, where that is possible, errors and damage are the same, and so are samples unless
/// coefficients exceed those of 8-bit samples.
struct PlaneCheck {
    let limits: DecodeLimits

    func run(_ bytes: [UInt8]) {
        guard let header = try? ImageHeader.probe(bytes.span, limits: limits),
            let planes = header.planes
        else { return }
        let pixels = try? Rows(ImageDecoder(bytes: bytes, limits: limits))
        for policy in DamagePolicy.allCases { compareReadings(of: bytes, policy) }
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

    /// Compares this module's decoder of scans with the library.
    func compareReadings(of bytes: [UInt8], _ policy: DamagePolicy) {
        let library = outcome(bytes, policy, .never)
        for reading in [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce] {
            var found = outcome(bytes, policy, reading)
            if !found.isExact {
                found.samples = library.samples
                found.isExact = true
            }
            if found == library { continue }
            print("\(policy): \(found.summary), where the library has: \(library.summary)")
            preconditionFailure("a scan that the library reads otherwise")
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

    /// The result of decoding a file.
    private struct Outcome: Equatable {
        var groupCount = 0
        var samples: [UInt8] = []
        var damage: Set<Damage> = []
        var error: CodecError?
        var message = ""
        /// Whether all samples are exactly those of the library.
        var isExact = true

        /// All but the samples, in words.
        var summary: String {
            let sum = samples.reduce(0) { $0 + Int($1) }
            let what = error.map { "\($0), \(message)" } ?? damage.words
            return "\(groupCount) groups, samples that sum to \(sum), \(what)"
        }
    }

    private func outcome(
        _ bytes: [UInt8],
        _ policy: DamagePolicy,
        _ reading: JPEGPlaneDecoder.ScanReading
    ) -> Outcome {
        var outcome = Outcome()
        do {
            var message = ""
            var decoder = try JPEGPlaneDecoder(
                bytes,
                limits: limits,
                damage: policy,
                reading: reading
            ) { message = $0 }
            var coded = CodedRows(decoder.planes)
            var rows = PlaneRows(decoder.planes)
            do {
                while true {
                    repeat { try decoder.readRows(into: &coded) } while decoder.isBehind
                    outcome.isExact = outcome.isExact && coded.isExact
                    coded.makeRows(into: &rows)
                    guard rows.group != nil else { break }
                    outcome.groupCount += 1
                    append(rows, to: &outcome.samples)
                }
                outcome.damage = decoder.damage
            } catch { outcome.error = error }
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
