// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Testing

@testable import Rendering

/// Files of all kinds, whole and damaged, however the work is spread.
extension PlaneRouteTests {
    /// Every subsampling that is used, gray, progressive, arithmetic, with restarts, and turned.
    private static func fixtures() throws -> [URL] {
        let folder = URL(filePath: #filePath)
            .appending(path: "../../../Fixtures").standardized
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        // Of stereo pairs there is no one picture.
        .filter { $0.pathExtension == "jpg" && $0.lastPathComponent != "stereo.jpg" }
    }

    /// The fixtures that store inks, or red, green and blue.
    private static let planeless: Set<String> = [
        "cmyk-adobe", "cmyk-plain", "rgb-adobe", "rgb-by-names", "ycck", "ycck-progressive",
    ]

    @Test func `takes the planes of all kinds of files`() throws {
        let plan = Plan(blur: try GaussianBlur(sigma: 16), saturate: nil)
        var takenCount = 0
        for fixture in try Self.fixtures() {
            let name = fixture.deletingPathExtension().lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: fixture))
            let planes = try renderer(bytes, plan)
            #expect(try planes.route.isPlanes != Self.planeless.contains(name), "\(name)")
            guard try planes.route.isPlanes else { continue }
            takenCount += 1
            let bands = try renderer(bytes, plan, usesPlanes: false)
            let (decibels, _) = difference(
                try Picture(decoding: try file(planes)),
                try Picture(decoding: try file(bands))
            )
            #expect(decibels > 40, "\(name)")
        }
        #expect(takenCount > 18)
    }

    @Test func `is the same file however the work is spread`() throws {
        let bytes = try Self.photo(PixelSize(width: 300, height: 500)).encoded(.jpeg(JPEGOptions()))
        let plan = Plan(blur: try GaussianBlur(sigma: 12), saturate: try Saturation(amount: 1.8))
        let alone = try file(try renderer(bytes, plan))
        for workers in 1...3 {
            let pool = Self.pool(workers: workers)
            #expect(try file(try renderer(bytes, plan), pool: pool) == alone)
        }
    }

    /// A file that is large enough for our own reader; libjpeg may refuse its end.
    @Test func `is the same file, or error, however a large file ends`() throws {
        let size = PixelSize(width: 400, height: 400)
        let photo = try Picture.noise(size, .rgb).encoded(.jpeg(JPEGOptions(quality: 95)))
        #expect(photo.count > 1 << 16)
        let plan = Plan(blur: try GaussianBlur(sigma: 12), saturate: nil)
        let body = photo.dropLast(2)
        let ends: [(bytes: [UInt8], isWhole: Bool)] = [
            ([0xFF, 0xD9], true), ([0, 0, 0, 0xFF, 0xD9], true), ([1, 2, 0xFF, 0xD9], true),
            ([0xFF, 0xFE, 0, 2, 0xFF, 0xD9], true),
            ([UInt8](repeating: 3, count: 90) + [0xFF, 0xD9], false),
        ]
        var torn = photo
        torn.removeSubrange((photo.count / 2)..<(photo.count / 2 + 9))
        for workers in 0...3 {
            let pool = workers > 0 ? Self.pool(workers: workers) : nil
            #expect(throws: RenderError.self) { try file(try renderer(torn, plan), pool: pool) }
        }
        let expected = try file(try renderer(photo, plan))
        for (end, isWhole) in ends {
            for workers in 0...3 {
                let pool = workers > 0 ? Self.pool(workers: workers) : nil
                let renderer = try renderer(body + end, plan)
                if isWhole {
                    #expect(try file(renderer, pool: pool) == expected)
                } else {
                    #expect(throws: RenderError.self) { try file(renderer, pool: pool) }
                }
            }
        }
    }

    private static func pool(workers: Int) -> WorkerPool {
        WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: 1,
                queueTimeout: .zero,
                memoryBudget: 0
            )
        )
    }

    @Test func `a file that is cut or damaged is an error`() throws {
        let bytes = try Self.photo(PixelSize(width: 300, height: 300)).encoded(
            .jpeg(JPEGOptions(quality: 95))
        )
        let plan = Plan(blur: try GaussianBlur(sigma: 9), saturate: nil)
        var cut = bytes
        cut.removeSubrange((bytes.count / 2)..<(bytes.count - 2))
        #expect(throws: RenderError.self) { try file(try renderer(cut, plan)) }
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) {
            try renderer(bytes, plan).run(cancellation: cancellation) { _ in }
        }
    }
}
