// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Synchronization
import Testing

@testable import Rendering

/// Changes of size that are made of the coefficients of a JPEG, beside those of its pixels.
@Suite struct ResizedPlanesTests {
    private static let size = PixelSize(width: 403, height: 301)

    static let files: [(name: String, make: @Sendable () throws -> [UInt8])] = [
        ("4:2:0", { try Picture.photo(size, .rgb).encoded(.jpeg(JPEGOptions(quality: 92))) }),
        (
            "4:4:4",
            {
                let options = JPEGOptions(quality: 92, subsampling: .s444)
                return try Picture.photo(size, .rgb).encoded(.jpeg(options))
            }
        ),
        ("gray", { try Picture.photo(size, .gray).encoded(.jpeg(JPEGOptions(quality: 92))) }),
        (
            "progressive",
            {
                let options = JPEGOptions(quality: 92, progressive: true)
                return try Picture.photo(size, .rgb).encoded(.jpeg(options))
            }
        ),
    ]

    static func file(_ name: String) throws -> [UInt8] {
        try #require(files.first { $0.name == name }).make()
    }

    private static func render(
        _ bytes: [UInt8],
        _ steps: [Plan.Step],
        orientation: Orientation = .topLeft,
        usesPlanes: Bool
    ) throws -> Picture {
        var source = try SourceImage(bytes: bytes, limits: DecodeLimits())
        var header = source.header
        header.orientation = orientation
        source = SourceImage(bytes: bytes, header: header)
        let renderer = try Renderer(
            source: source,
            plan: Plan(steps),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits(),
            usesPlanes: usesPlanes
        )
        guard case .bands(_, let resized) = try renderer.route else {
            throw RenderError.cancelled
        }
        #expect((resized != nil) == usesPlanes)
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        return try Picture(decoding: file.withLock { $0 })
    }

    /// The ratio of signal and noise in decibels.
    static func ratio(_ one: Picture, _ other: Picture) -> Double {
        let squares = zip(one.samples, other.samples).reduce(0.0) { sum, pair in
            let difference = (Double(pair.0) - Double(pair.1)) / 257
            return sum + difference * difference
        }
        return 10 * log10(255 * 255 / max(1e-9, squares / Double(one.samples.count)))
    }

    @Test(
        arguments: files.map { $0.name },
        [(402, 300), (300, 200), (134, 100), (90, 70), (40, 30), (7, 5)]
    )
    func `differs little from a change of size of all pixels`(
        name: String,
        extent: (Int, Int)
    ) throws {
        let bytes = try Self.file(name)
        let size = PixelSize(width: extent.0, height: extent.1)
        for kernel in ResamplingKernel.allCases where kernel.averages {
            let steps = [Plan.Step.reshape(.resize(Resize(size: size, kernel: kernel)))]
            let made = try Self.render(bytes, steps, usesPlanes: true)
            let exact = try Self.render(bytes, steps, usesPlanes: false)
            #expect(made.size == size)
            let ratio = Self.ratio(made, exact)
            #expect(ratio > 50, "\(kernel) \(ratio)")
        }
    }

    @Test(arguments: files.map { $0.name })
    func `shows the same part`(name: String) throws {
        let bytes = try Self.file(name)
        let steps: [Plan.Step] = [
            .reshape(.crop(PixelRect(x: 33, y: 45, width: 200, height: 151))),
            .reshape(
                .resize(
                    Resize(
                        size: PixelSize(width: 70, height: 60),
                        source: Rectangle(x: 7.5, y: 9.25, width: 150.5, height: 130)
                    )
                )
            ),
        ]
        let made = try Self.render(bytes, steps, usesPlanes: true)
        let exact = try Self.render(bytes, steps, usesPlanes: false)
        let ratio = Self.ratio(made, exact)
        #expect(ratio > 50, "\(ratio)")
    }

    @Test(arguments: Orientation.allCases)
    func `turns pictures that are not stored upright`(orientation: Orientation) throws {
        let upright = orientation.displaySize(of: Self.size)
        let steps: [Plan.Step] = [
            .reshape(.crop(PixelRect(x: 33, y: 45, width: 200, height: 151))),
            .reshape(
                .resize(
                    Resize(
                        size: PixelSize(width: 71, height: 50),
                        source: Rectangle(x: 7.5, y: 9.25, width: 150.5, height: 130)
                    )
                )
            ),
        ]
        let bytes = try Self.file("4:2:0")
        let made = try Self.render(bytes, steps, orientation: orientation, usesPlanes: true)
        // Upright pixels first, as a file of their own.
        let source = try SourceImage(bytes: bytes, limits: DecodeLimits())
        var header = source.header
        header.orientation = orientation
        let whole = try Renderer(
            source: SourceImage(bytes: bytes, header: header),
            plan: Plan([]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        let file = Mutex<[UInt8]>([])
        _ = try whole.run { chunk in file.withLock { $0 += chunk } }
        let pixels = try Picture(decoding: file.withLock { $0 })
        #expect(pixels.size == upright)
        let exact = try Self.render(file.withLock { $0 }, steps, usesPlanes: false)
        let ratio = Self.ratio(made, exact)
        #expect(made.size == exact.size && ratio > 50, "\(ratio)")
    }

    @Test func `goes on with samples where the library decodes the last rows`() throws {
        // More bytes behind the last block than padding has.
        var bytes = try Self.file("4:2:0")
        bytes.insert(contentsOf: [1, 2, 3, 4, 5, 6, 7], at: bytes.count - 2)
        let steps = [
            Plan.Step.reshape(.resize(Resize(size: PixelSize(width: 90, height: 70))))
        ]
        let made = try Self.render(bytes, steps, usesPlanes: true)
        let exact = try Self.render(bytes, steps, usesPlanes: false)
        let ratio = Self.ratio(made, exact)
        #expect(ratio > 50, "\(ratio)")
    }

    @Test func `blurs the result, not the source`() throws {
        let source = try SourceImage(bytes: try Self.file("4:2:0"), limits: DecodeLimits())
        func work(_ steps: [Plan.Step]) throws -> Int {
            try Renderer(
                source: source,
                plan: Plan(steps),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits()
            ).estimate.work
        }
        let size = PixelSize(width: 40, height: 30)
        let resize = Plan.Step.reshape(.resize(Resize(size: size)))
        let blur = Plan.Step.filter(.blur(try GaussianBlur(sigma: 4)))
        let difference = try work([resize, blur]) - work([resize])
        #expect(difference < 20 * 3 * size.pixelCount)
    }
}
