// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import TestSupport
import Testing

@testable import Service

// Files of several pictures, and drawings.
extension ForeignFormatRouteTests {
    @Test(arguments: [
        "animation.webp", "disposal2.gif", "sequence.avif", "animation.jxl", "pages.tif",
        "pages.heic",
    ])
    func `renders the frame that is asked for, and tells its number`(name: String) async throws {
        let service = try TestService(.router)
        let file = try fixture(name)
        let usual = try await service.send(.post("/v1/render?format=png", file))
        let first = try await service.send(.post("/v1/render?format=png&frame=1", file))
        let second = try await service.send(.post("/v1/render?format=png&frame=2", file))
        #expect([usual, first, second].map(\.status) == [200, 200, 200])
        #expect([usual, first, second].map { $0["Frostpane-Frame"] } == ["first", "1", "2"])
        #expect(usual.body == first.body)
        #expect(usual.body != second.body)
        #expect(usual["ETag"] != second["ETag"])
    }

    @Test func `a page has a size of its own`() async throws {
        let service = try TestService(.router)
        let file = try fixture("pages.tif")
        let reply = try await service.send(.post("/v1/render?format=png&frame=2&blur=1", file))
        #expect(try size(of: reply.body) == PixelSize(width: 7, height: 5))
    }

    @Test(
        arguments: [
            ("animation.webp", 4, "The image has 3 frames."),
            ("disposal1.gif", 4, "The image has 3 frames."),
            ("sequence.avif", 4, "The image has 3 frames."),
            ("pages.tif", 3, "The image has 2 frames."),
            ("gray.gif", 2, "The image has one frame."),
            ("lossy.heic", 2, "The image has one frame."),
            ("pages.heic", 4, "The image has 3 frames."),
            ("animation.jxl", 100, "The image has fewer frames."),
        ] as [(String, Int, String)]
    )
    func `refuses a frame behind the last, and tells how many there are`(
        name: String,
        frame: Int,
        detail: String
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?format=png&frame=\(frame)", try fixture(name))
        )
        #expect(reply.status == 422)
        #expect(try reply.problem()["type"] as? String == "/problems/no-such-frame")
        #expect(try reply.problem()["detail"] as? String == detail)
    }

    @Test func `takes a frame of a kept picture, and for its placeholder`() async throws {
        let service = try TestService(.router)
        let file = try fixture("disposal2.gif")
        let kept = try await service.send(.post("/v1/images", file))
        let digest = try #require(try kept.json()["id"] as? String)
        let direct = try await service.send(.post("/v1/render?format=png&frame=3", file))
        let reply = try await service.send(.get("/v1/images/\(digest)/render?format=png&frame=3"))
        #expect(reply.body == direct.body)
        let first = try await service.send(.get("/v1/images/\(digest)/placeholder"))
        let third = try await service.send(.get("/v1/images/\(digest)/placeholder?frame=3"))
        #expect(third["Frostpane-Frame"] == "3")
        #expect(first["ETag"] != third["ETag"])
        #expect(first.body != third.body)
    }

    @Test func `a damaged frame says nothing about the others`() async throws {
        let service = try TestService(.router)
        var file = try fixture("animation.webp")
        // The codes of the last frame, which lies at the end.
        for index in file.count - 11..<file.count { file[index] = 0xFF }
        for (frame, status) in [(3, 422), (2, 200), (3, 422), (1, 200)] {
            let reply = try await service.send(.post("/v1/render?format=png&frame=\(frame)", file))
            #expect(reply.status == status)
        }
    }

    @Test func `a frame that is asked for is no animation to be refused`() async throws {
        let service = try TestService(.router)
        let file = try fixture("animation.webp")
        let reply = try await service.send(
            .post("/v1/render?format=png&frame=1&damage=strict", file)
        )
        #expect(reply.status == 200)
    }

    @Test func `draws a drawing at the size of the result, as if it stated that size`() async throws
    {
        let service = try TestService(.router)
        let file = try fixture("drawing.svg")
        let text = String(decoding: file, as: UTF8.self)
        let large = text.replacingOccurrences(
            of: "width=\"48\" height=\"32\" viewBox",
            with: "width=\"480\" height=\"320\" viewBox"
        )
        #expect(large != text)
        let stated = try await service.send(.post("/v1/render?format=png", Array(large.utf8)))
        for query in ["width=480", "height=320", "width=480&height=480", "width=480&upscale=1"] {
            let asked = try await service.send(.post("/v1/render?format=png&\(query)", file))
            // Edges are smoothed by other fractions of a pixel.
            #expect(try difference(asked.body, stated.body) <= 1, "\(query)")
        }
        let own = try await service.send(.post("/v1/render?format=png", file))
        #expect(try size(of: own.body) == PixelSize(width: 48, height: 32))
        let over = try await service.send(.post("/v1/render?format=png&width=60000", file))
        #expect(over.status == 422)
    }

    /// The greatest difference of two pictures' samples, in levels of 255.
    private func difference(_ first: [UInt8], _ second: [UInt8]) throws -> Double {
        let (first, second) = (try DecodedPicture(first), try DecodedPicture(second))
        guard first.size == second.size else { return .infinity }
        var greatest = 0
        for y in 0..<first.size.height {
            for x in 0..<first.size.width {
                for (one, other) in zip(first[x, y], second[x, y]) {
                    greatest = max(greatest, abs(Int(one) - Int(other)))
                }
            }
        }
        return Double(greatest) / 257
    }

    @Test func `AVIF is chosen for the smallest file alone`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 96, height: 64)
        func reply(
            _ query: String,
            _ fields: [(String, String)]
        ) async throws -> [String?] {
            let reply = try await service.send(
                .post("/v1/render?effort=0\(query)", picture, fields)
            )
            return [reply["Content-Type"], reply["Vary"]]
        }
        let browser = ("Accept", "image/avif,image/webp,image/*,*/*;q=0.8")
        let saving = ("Save-Data", "on")
        #expect(try await reply("", [browser]) == ["image/webp", "Accept, Save-Data"])
        #expect(try await reply("", [browser, saving]) == ["image/avif", "Accept, Save-Data"])
        #expect(try await reply("", [browser, ("Save-Data", "off")]).first == "image/webp")
        #expect(
            try await reply("", [("Accept", "*/*"), saving]) == ["image/jpeg", "Accept, Save-Data"]
        )
        #expect(try await reply("&prefer=size", [browser]) == ["image/avif", "Accept"])
        #expect(try await reply("&prefer=size", []).first == "image/avif")
        #expect(
            try await reply("&prefer=size", [("Accept", "image/webp,image/jpeg")]).first
                == "image/webp"
        )
        #expect(try await reply("&prefer=speed", [browser, saving]) == ["image/jpeg", "Accept"])
    }

    @Test func `an answer that is kept is not given to a client that saves data`() async throws {
        let service = try TestService(.router)
        let kept = try await service.send(
            .post("/v1/images", try TestPicture.make(width: 96, height: 64))
        )
        let digest = try #require(try kept.json()["id"] as? String)
        let target = "/v1/images/\(digest)/render?effort=0"
        let accept = ("Accept", "image/avif,image/webp,*/*")
        for _ in 0..<2 {
            let usual = try await service.send(.get(target, [accept]))
            #expect(usual["Content-Type"] == "image/webp")
            let saving = try await service.send(.get(target, [accept, ("Save-Data", "on")]))
            #expect(saving["Content-Type"] == "image/avif")
        }
    }

    @Test func `a goal beside a format is refused`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?format=webp&prefer=size", try fixture("lossy.webp"))
        )
        #expect(reply.status == 400)
        #expect(try reply.problem()["parameter"] as? String == "prefer")
    }

    @Test(arguments: [("animation.webp", "frame=2"), ("drawing.svg", "width=64")])
    func `reads a known file of a source again for another frame or size`(
        name: String,
        selection: String
    ) async throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/foreign")
        let source = PictureSource("files=\(folder.standardized.path())")
        let service = try TestService(.router) { $0.sources = [source].compactMap(\.self) }
        let path = "/v1/sources/files/\(name)/render?format=png"
        let usual = try await service.send(.get(path))
        let selected = try await service.send(.get("\(path)&\(selection)"))
        #expect(usual.status == 200)
        #expect(selected.status == 200)
        #expect(usual.body != selected.body)
    }
}
