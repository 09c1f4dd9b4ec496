// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// PNGs of our own encoder beside those of libpng and zlib at their usual level, packing of the rows
/// included in both.
enum PNGBenchmark {
    /// One picture, written both ways: milliseconds and bytes of the files.
    struct Row: Encodable {
        var name: String
        var pixelCount: Int
        var own: Cost
        var level6: Cost
    }

    /// Of one file.
    struct Cost: Encodable {
        var milliseconds: Double
        var byteCount: Int
    }

    /// Prints the figures of all pictures as JSON.
    ///
    /// - Parameter arguments: A photo, and how often each file is timed.
    /// - Throws: What reading and encoding throws.
    static func run(_ arguments: ArraySlice<String>) throws {
        let arguments = try BenchmarkArguments(arguments)
        let rows = try pictures(photo: BenchmarkPicture(decoding: arguments.file)).map {
            try row($0.name, $0.picture, $0.depth, runs: arguments.runs)
        }
        try BenchmarkArguments.print(rows)
    }

    private typealias Case = (name: String, picture: BenchmarkPicture, depth: SampleDepth)

    private static func pictures(photo: BenchmarkPicture) -> [Case] {
        let soft = photo.blurred(sigma: 20)
        let drawing = BenchmarkPicture.drawing(photo.size)
        return [
            ("photo, RGB", photo, .eight),
            ("photo, gray", photo.gray(), .eight),
            ("photo with alpha, RGBA", photo.faded(), .eight),
            ("photo, blurred, sigma 3, RGB", photo.blurred(sigma: 3), .eight),
            ("photo, blurred, sigma 20, RGB", soft, .eight),
            ("photo, blurred, sigma 20, 16 bits, RGB", soft, .sixteen),
            (
                "photo with alpha, blurred, sigma 20, RGBA",
                photo.faded().blurred(sigma: 20), .eight
            ),
            ("drawing, RGBA", drawing, .eight),
            ("drawing, blurred, sigma 8, RGBA", drawing.blurred(sigma: 8), .eight),
            ("slopes, RGB", BenchmarkPicture.slopes(photo.size), .eight),
            ("noise, RGB", BenchmarkPicture.noise(photo.size), .eight),
        ]
    }

    private static func row(
        _ name: String,
        _ picture: BenchmarkPicture,
        _ depth: SampleDepth,
        runs: Int
    ) throws -> Row {
        let (own, level6) = (
            PNGOptions(bitDepth: depth), PNGOptions(compression: 6, bitDepth: depth)
        )
        let byteCounts = try [own, level6].map { try picture.encode($0) }
        let times = try Turns.medians(
            runs,
            of: [own, level6].map { options in { _ = try picture.encode(options) } }
        )
        return Row(
            name: name,
            pixelCount: picture.size.pixelCount,
            own: Cost(milliseconds: times[0], byteCount: byteCounts[0]),
            level6: Cost(milliseconds: times[1], byteCount: byteCounts[1])
        )
    }
}
