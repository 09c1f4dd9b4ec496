// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A JPEG to pixels and to planes, and back: milliseconds of processor time.
struct JPEGBenchmark {
    /// One thing that is done to the picture.
    struct Row: Encodable {
        var name: String
        var milliseconds: Double
    }

    /// Rows of pixels as stages hand them on.
    private final class Pixels {
        var band: Band<Straight>

        init(_ band: consuming Band<Straight>) { self.band = band }
    }

    /// A group of rows of each plane.
    private final class Planes {
        var rows: PlaneRows

        init(_ planes: JPEGPlanes, _ scale: JPEGScale) { rows = PlaneRows(planes, scale: scale) }
    }

    private static let bandHeight = 16

    private let file: [UInt8]
    private let header: ImageHeader

    private init(file: [UInt8]) throws {
        self.file = file
        header = try ImageDecoder(bytes: file).header
    }

    /// Prints the figures as JSON.
    ///
    /// - Parameter arguments: A JPEG, and how often everything is timed.
    /// - Throws: What reading, decoding and encoding throws.
    static func run(_ arguments: ArraySlice<String>) throws {
        let arguments = try BenchmarkArguments(arguments)
        let benchmark = try JPEGBenchmark(file: arguments.file)
        let operations = try benchmark.operations()
        let times = try Turns.medians(arguments.runs, of: operations.map(\.body))
        try BenchmarkArguments.print(
            zip(operations, times).map { Row(name: $0.name, milliseconds: $1) }
        )
    }

    private typealias Operation = (name: String, body: () throws -> Void)

    private func operations() throws -> [Operation] {
        let (pixels, planes) = (try decodedPixels(), try decodedPlanes())
        return [
            ("decode to pixels", { try decodePixels() }), ("read codes alone", { try readCodes() }),
        ]
            + JPEGScale.allCases.map { scale in
                let name = scale == .full ? "every sample" : "1/\(scale.denominator)"
                return ("decode to planes, \(name)", { try decodePlanes(at: scale) })
            } + [
                ("encode from pixels", { try encode(pixels) }),
                ("encode from planes", { try encode(planes) }),
            ]
    }

    // MARK: Decoding

    private func decodePixels() throws {
        var decoder = try ImageDecoder(bytes: file)
        var band = emptyBand()
        repeat { try decoder.decodeRows(into: &band) } while band.rowCount > 0
    }

    private func readCodes() throws {
        var decoder = try JPEGPlaneDecoder(bytes: file)
        var rows = CodedRows(decoder.planes)
        repeat { try decoder.readRows(into: &rows) } while rows.group != nil
        precondition(!decoder.isBehind, "a file that is not read without the library")
    }

    private func decodePlanes(at scale: JPEGScale) throws {
        var decoder = try JPEGPlaneDecoder(bytes: file, scale: scale)
        var rows = PlaneRows(decoder.planes, scale: scale)
        repeat { try decoder.decodeRows(into: &rows) } while rows.group != nil
    }

    private func decodedPixels() throws -> [Pixels] {
        var decoder = try ImageDecoder(bytes: file)
        var bands: [Pixels] = []
        repeat {
            var band = emptyBand()
            try decoder.decodeRows(into: &band)
            bands.append(Pixels(band))
        } while bands.count * Self.bandHeight < header.codedSize.height
        return bands
    }

    private func decodedPlanes() throws -> [Planes] {
        var decoder = try JPEGPlaneDecoder(bytes: file)
        return try (0..<decoder.planes.groupCount).map { _ in
            let group = Planes(decoder.planes, .full)
            try decoder.decodeRows(into: &group.rows)
            return group
        }
    }

    private func emptyBand() -> Band<Straight> {
        Band(layout: header.layout, width: header.codedSize.width, capacity: Self.bandHeight)
    }

    // MARK: Encoding

    private func encode(_ pixels: [Pixels]) throws {
        var encoder = try ImageEncoder(
            .jpeg(JPEGOptions()),
            size: header.codedSize,
            layout: header.layout
        ) { _ in }
        for part in pixels { try encoder.encodeRows(part.band) }
        try encoder.finish()
    }

    private func encode(_ planes: [Planes]) throws {
        var encoder = try JPEGPlaneEncoder(
            JPEGOptions(),
            size: header.codedSize,
            layout: header.layout
        ) { _ in }
        for group in planes { try encoder.encodeRows(&group.rows) }
        try encoder.finish()
    }
}
