// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Sandbox
import Service
import TestSupport
import Testing

@Suite(.serialized)
struct ForeignFormatRouteTests {
    /// Codec processes that commit the faults which files name, for all tests of this process.
    private static let pool: ProcessPool? = {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "frostpane").path()
        let configuration = ProcessPool.Configuration(
            .codecs,
            limit: 2,
            executable: program,
            isPlanted: true
        )
        guard let pool = try? ProcessPool(configuration) else { return nil }
        ForeignCodecHost.use(CodecHost(pool))
        return pool
    }()

    /// The media types of results for which no format is asked.
    private static let usual = ["image/jpeg", "image/png", "image/gif", "image/webp"]

    private let pool: ProcessPool

    init() throws { pool = try #require(Self.pool) }

    func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/foreign")
        return [UInt8](try Data(contentsOf: folder.standardized.appending(path: name)))
    }

    func size(of file: [UInt8]) throws -> PixelSize {
        let header = try ImageHeader.probe(file.span, damage: .warn)
        return header.size
    }

    private func format(of file: [UInt8]) -> String? {
        let format = ImageFormat.sniff(file.span)
        return format?.rawValue
    }

    @Test(arguments: Transport.allCases)
    func `renders a WebP as one, and as JPEG and PNG`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try fixture("lossy.webp")
        for (query, type) in [
            ("", "image/webp"), ("?format=jpeg", "image/jpeg"), ("?format=png", "image/png"),
        ] {
            let reply = try await service.send(.post("/v1/render\(query)", picture))
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == type)
            #expect(try size(of: reply.body) == PixelSize(width: 48, height: 32))
        }
    }

    @Test(
        arguments: [
            "lossy.avif", "deep10.avif", "alpha.avif", "lossy.heic", "telephone.heic", "alpha.heic",
            "interlaced.gif", "disposal2.gif", "rgb16.tif", "cmyk.tif", "tiles.tif", "palette.tif",
            "drawing.svg", "lossy.jxl", "alpha.jxl", "lossless.webp",
        ]
    )
    func `reads further formats through codec processes`(name: String) async throws {
        let service = try TestService(.router)
        let picture = try fixture(name)
        let reply = try await service.send(.post("/v1/render?format=png", picture))
        #expect(reply.status == 200)
        #expect(try size(of: reply.body) == size(of: picture))
        let usual = try await service.send(.post("/v1/render", picture))
        #expect(Self.usual.contains(usual["Content-Type"] ?? ""))
    }

    @Test(arguments: ["webp", "avif", "jxl"])
    func `writes further formats, near to the picture`(format: String) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 96, height: 64)
        let direct = try await service.send(.post("/v1/render?format=png&blur=2", picture))
        let reply = try await service.send(
            .post("/v1/render?format=\(format)&blur=2&effort=0", picture)
        )
        #expect(reply.status == 200)
        #expect(self.format(of: reply.body) == format)
        #expect(reply.body.count < direct.body.count)
        let back = try await service.send(.post("/v1/render?format=png", reply.body))
        #expect(back.status == 200)
        #expect(try size(of: back.body) == PixelSize(width: 96, height: 64))
    }

    @Test func `a lossless WebP keeps every sample of a PNG`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(.png(PNGOptions()), layout: .rgba)
        let reply = try await service.send(
            .post("/v1/render?format=webp&lossless=1&effort=0", picture)
        )
        #expect(reply["Content-Type"] == "image/webp")
        let back = try await service.send(.post("/v1/render?format=png", reply.body))
        let direct = try await service.send(.post("/v1/render?format=png", picture))
        #expect(back.body == direct.body)
    }

    @Test func `colors that a file numbers are converted like those of a profile`() async throws {
        let service = try TestService(.router)
        let picture = try fixture("wide.avif")
        let kept = try await service.send(.post("/v1/render?format=png", picture))
        #expect(kept.body.contains(Array("iCCP".utf8)))
        let converted = try await service.send(.post("/v1/render?format=png&profile=srgb", picture))
        #expect(converted.status == 200)
        #expect(!converted.body.contains(Array("iCCP".utf8)))
        #expect(converted.body != kept.body)
    }

    @Test func `a client that names WebP gets a smaller file`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 300, height: 200)
        let jpeg = try await service.send(.post("/v1/render?blur=3", picture))
        let webp = try await service.send(
            .post("/v1/render?blur=3", picture, [("Accept", "image/webp,image/*")])
        )
        #expect(webp["Content-Type"] == "image/webp")
        #expect(webp["Vary"] == "Accept, Save-Data")
        #expect(webp.body.count < jpeg.body.count)
    }

    @Test func `turns a WebP as its Exif says`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?format=png", try fixture("orientation.webp"))
        )
        let file = try fixture("orientation.webp")
        let stored = try ImageHeader.probe(file.span)
        #expect(try size(of: reply.body) == stored.size)
        #expect(stored.orientation != .topLeft)
    }

    @Test func `takes the first frame of an animation, and says so`() async throws {
        let service = try TestService(.router)
        let file = try fixture("animation.webp")
        let reply = try await service.send(.post("/v1/render?format=png", file))
        #expect(reply.status == 200)
        #expect(reply["Frostpane-Frame"] == "first")
        let strict = try await service.send(.post("/v1/render?format=png&damage=strict", file))
        #expect(try strict.problem()["type"] as? String == "/problems/animated-image")
    }

    @Test(arguments: [
        PlantedFault.crash, .file, .socket, .exec, .babble, .silence, .deafness, .emptiness,
    ])
    func `a codec that breaks is a damaged image, and the service goes on`(
        fault: PlantedFault
    ) async throws {
        let service = try TestService(.router)
        let good = try fixture("lossy.webp")
        let bad = good + Array("\(PlantedFault.mark)\(fault.rawValue)".utf8)
        let lost = pool.counts.lost
        let reply = try await service.send(.post("/v1/render?format=png", bad))
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/damaged-image")
        #expect(pool.counts.lost > lost)
        #expect(try await service.send(.post("/v1/render?format=png", good)).status == 200)
    }

    @Test func `an AVIF that says it is a HEIC is refused, and no process is lost`() async throws {
        let service = try TestService(.router)
        var file = try fixture("lossy.avif")
        file.replaceSubrange(8..<12, with: Array("heic".utf8))
        let lost = pool.counts.lost
        let reply = try await service.send(.post("/v1/render?format=png", file))
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/unsupported-image-feature")
        #expect(pool.counts.lost == lost)
    }

    @Test func `a codec that never ends is cut off by its price, long before the deadline`()
        async throws
    {
        let service = try TestService(.router) { $0.deadline = .seconds(60) }
        let bad = try fixture("lossy.webp") + Array("\(PlantedFault.mark)loop".utf8)
        let reply = try await service.send(.post("/v1/render?format=png", bad))
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/too-costly")
        let again = try await service.send(.post("/v1/render?format=png", bad))
        #expect(again.status == 504 && again["Retry-After"] != nil)
    }

    @Test func `a file cut anywhere is an error`() async throws {
        let service = try TestService(.router)
        let file = try fixture("alpha.webp")
        for count in stride(from: 16, to: file.count, by: max(1, file.count / 40)) {
            let reply = try await service.send(
                .post("/v1/render?format=png", Array(file[..<count]))
            )
            #expect(reply.status == 422)
        }
    }

    @Test func `lists the formats with their libraries`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(.get("/v1/formats"))
        let formats = try #require(try reply.json()["formats"] as? [Contract.Object])
        #expect(
            formats.compactMap { $0["name"] as? String }
                == ImageFormat.allCases.filter { $0.isRead || $0.output != nil }.map(\.rawValue)
        )
        let webp = try #require(formats.first { $0["name"] as? String == "webp" })
        #expect(webp["installed"] as? Bool == true)
        #expect(webp["package"] as? String == "libwebpdemux2")
        #expect(
            webp["options"] as? [String] == ["quality", "effort", "lossless", "subsampling"]
        )
        #expect(try reply.json()["codecs"] as? String == "sandbox")
    }
}
