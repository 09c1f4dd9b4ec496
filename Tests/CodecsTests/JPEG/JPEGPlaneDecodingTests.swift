// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct JPEGPlaneDecodingTests {
    static let names = [
        "yuv444", "yuv422", "yuv420", "yuv440", "yuv411", "yuv410", "gray", "progressive",
        "arithmetic", "arithmetic-progressive", "restarts", "separate-scans", "profile",
    ]

    private static let sizes = [(1, 1), (2, 3), (7, 9), (16, 16), (17, 33), (130, 70), (129, 71)]

    // MARK: Full scale

    @Test(arguments: names)
    func `planes that are converted by definition are the picture`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        #expect(try StoredPlanes(bytes).picture.distance(to: Picture(bytes)) <= 1)
    }

    @Test(arguments: JPEGOptions.Subsampling.allCases, sizes)
    func `so they are at any size`(
        subsampling: JPEGOptions.Subsampling,
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        let bytes = try Picture.slopes(size, .rgb).encoded(
            .jpeg(JPEGOptions(subsampling: subsampling))
        )
        let planes = try StoredPlanes(bytes)
        #expect(planes.planes.size == size)
        // Planes of one or two columns the library enlarges by repeating.
        guard planes.shape(1).width > 2 else { return }
        #expect(try planes.picture.distance(to: Picture(bytes)) <= 1)
    }

    @Test(arguments: sizes)
    func `the plane of a gray picture is the picture`(
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        let bytes = try Picture.noise(size, .gray).encoded(.jpeg(JPEGOptions()))
        #expect(try StoredPlanes(bytes).picture == Picture(bytes))
    }

    @Test func `a profile is carried`() throws {
        let decoder = try JPEGPlaneDecoder(bytes: Fixture("profile.jpg").bytes)
        #expect(try decoder.iccProfile == Fixture("srgb.icc").bytes)
        #expect(decoder.header.codedSize == Fixture.size)
    }

    // MARK: Scaled

    @Test(arguments: names, JPEGScale.allCases)
    func `a scaled sample is the mean of those that it stands for`(
        name: String,
        scale: JPEGScale
    ) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let full = try StoredPlanes(bytes)
        let scaled = try StoredPlanes(bytes, scale: scale)
        for plane in full.samples.indices {
            let (small, large) = (scaled.shape(plane), full.shape(plane))
            let across = small.horizontalPitch / large.horizontalPitch
            let down = small.verticalPitch / large.verticalPitch
            #expect(small.points * across == 8 && small.points * down == 8)
            var greatest = 0.0
            for y in 0..<(large.height / down) {
                for x in 0..<(large.width / across) {
                    var sum = 0
                    for row in 0..<down {
                        for column in 0..<across {
                            sum += Int(full[plane, y * down + row, x * across + column])
                        }
                    }
                    let mean = Double(sum) / Double(across * down)
                    greatest = max(greatest, abs(mean - Double(scaled[plane, y, x])))
                }
            }
            #expect(greatest <= 1, "plane \(plane)")
        }
    }

    @Test(arguments: JPEGOptions.Subsampling.allCases, sizes)
    func `scaled planes have the shapes that were foretold`(
        subsampling: JPEGOptions.Subsampling,
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        let even = Picture(size, .rgb) { _, _, channel in [50, 150, 200][channel] * 257 }
        let bytes = try even.encoded(.jpeg(JPEGOptions(subsampling: subsampling)))
        let full = try StoredPlanes(bytes)
        for scale in JPEGScale.allCases {
            let scaled = try StoredPlanes(bytes, scale: scale)
            for plane in 0..<3 {
                let shape = scaled.shape(plane)
                #expect(scaled.samples[plane].count == shape.width * shape.height)
                #expect(scaled.samples[plane].allSatisfy { $0 == full[plane, 0, 0] })
            }
        }
    }

    // MARK: Damage

    private static let small = ["yuv420", "progressive", "gray"].map { Fixture($0 + ".jpg") }

    @Test(arguments: small)
    func `a file cut anywhere is an error`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        for count in 0..<bytes.count {
            #expect(throws: CodecError.self, "cut to \(count)") {
                try StoredPlanes(Array(bytes[..<count]), scale: .half)
            }
        }
    }

    @Test(arguments: ["yuv420", "progressive", "restarts", "separate-scans"], JPEGScale.allCases)
    func `samples cut short and closed properly are damage`(
        name: String,
        scale: JPEGScale
    ) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
        for count in stride(from: scan.upperBound + 20, to: bytes.count - 40, by: 17) {
            let closed = Array(bytes[..<count]) + [0xFF, 0xD9]
            #expect(throws: CodecError.self, "cut to \(count)") {
                try StoredPlanes(closed, scale: scale)
            }
        }
    }

    @Test(arguments: small, JPEGScale.allCases)
    func `a flipped bit is an error wherever it is one for pixels`(
        fixture: Fixture,
        scale: JPEGScale
    ) throws {
        let bytes = try fixture.bytes
        let limits = DecodeLimits(maximumPixelCount: 1 << 18)
        for offset in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            var (pixels, samples): (CodecError?, CodecError?)
            do { _ = try Picture(damaged, limits: limits) } catch { pixels = error }
            do {
                _ = try StoredPlanes(damaged, scale: scale, limits: limits)
            } catch { samples = error }
            if samples == .unsupportedFeature(.planes) { continue }
            #expect((pixels == nil) == (samples == nil), "at \(offset)")
        }
    }

    @Test func `a component without a scan is damage`() throws {
        let bytes = try Fixture("separate-scans.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let cut = Array(bytes[..<scans[2]]) + [0xFF, 0xD9]
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) { try StoredPlanes(cut) }
    }

    @Test func `a decoder that failed fails again in the same way`() throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let middle = bytes.count - 200
        bytes.replaceSubrange(middle..<(middle + 40), with: [UInt8](repeating: 0xFE, count: 40))
        var messages: [String] = []
        var decoder = try JPEGPlaneDecoder(
            bytes: bytes,
            supervision: Supervision(note: { messages.append($0) })
        )
        var rows = PlaneRows(decoder.planes)
        var errors: [CodecError] = []
        for _ in 0..<4 {
            do { try decoder.decodeRows(into: &rows) } catch {
                errors.append(error)
                #expect(rows.group == nil)
            }
        }
        #expect(errors.count >= 2 && errors.allSatisfy { $0 == errors[0] })
        #expect(messages.count == 1 && messages[0].hasPrefix("Corrupt JPEG data: "))
    }

    @Test func `materializing asks whether to go on`() throws {
        let bytes = try Fixture("progressive.jpg").bytes
        #expect(throws: CodecError.interrupted) {
            _ = try JPEGPlaneDecoder(
                bytes: bytes,
                scale: .half,
                supervision: Supervision(mayContinue: { false })
            )
        }
    }

    @Test func `limits are met before anything is decoded`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        #expect(throws: CodecError.sideTooLong(Fixture.size, limit: 47)) {
            _ = try JPEGPlaneDecoder(bytes: bytes, limits: DecodeLimits(maximumSide: 47))
        }
    }
}
