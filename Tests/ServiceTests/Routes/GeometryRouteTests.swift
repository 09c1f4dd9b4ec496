// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct GeometryRouteTests {
    func size(_ reply: Reply) throws -> [Int] {
        let picture = try DecodedPicture(reply.body)
        return [picture.size.width, picture.size.height]
    }

    @Test(
        arguments: [
            ("width=32", [32, 24]), ("height=12", [16, 12]), ("width=640", [64, 48]),
            ("width=640&upscale=1", [640, 480]), ("width=20&height=20", [20, 15]),
            ("width=20&height=20&fit=cover", [20, 20]), ("width=20&height=40&fit=fill", [20, 40]),
            ("width=20&height=20&pad=white", [20, 20]), ("width=24&rotate=90", [24, 32]),
            ("rotate=10", [72, 59]), ("rotate=10&rotate-mode=straighten", [52, 39]),
            ("rotate=-2.5deg&width=32", [32, 24]), ("rotate=0.25turn", [48, 64]),
            ("rotate=3&pad=white&width=40&height=40", [40, 40]), ("rotate=10&pad=white", [72, 59]),
            ("width=40&height=20&pad=linear-gradient(90deg,red,blue)", [40, 20]),
            ("width=8pt&scale=2", [16, 12]), ("crop=50%25,0,50%25,100%25&width=16", [16, 24]),
            ("width=20&height=20&fit=topLeft", [20, 20]),
            ("width=90&height=70&caps=10,10,10,10", [90, 70]),
            ("width=9&height=9&caps=25%25,0,25%25,0&caps-mode=tile&rotate=90", [9, 9]),
            (
                "width=90&height=90&pad=backdrop&backdrop-filter=blur(4px)+saturate(180%25)",
                [90, 90]
            ),
            ("width=90&height=90&pad=backdrop&backdrop-material=systemThinMaterial", [90, 90]),
        ]
    )
    func `gives results their stated sizes`(
        query: String,
        expected: [Int]
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(.post("/v1/render?\(query)", TestPicture.make()))
        #expect(reply.status == 200)
        #expect(try size(reply) == expected)
        let name = "-\(expected[0])x\(expected[1])"
        #expect(try #require(reply["Content-Disposition"]).contains(name))
    }

    @Test
    func `keeps regions and lengths in pixels of the result`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let query = "width=32&format=png"
        let small = try await service.send(.post("/v1/render?\(query)", picture))
        let gray = try await service.send(
            .post("/v1/render?\(query)&saturate=0&region=16,0,50%25,24", picture)
        )
        let (before, after) = try (DecodedPicture(small.body), DecodedPicture(gray.body))
        #expect(after.differences(from: before, in: 0..<16, 0..<24) == 0)
        #expect(after.differences(from: before, in: 16..<32, 0..<24) > 300)
        // A region that the picture has and the result has not.
        let reply = try await service.send(
            .post("/v1/render?\(query)&saturate=0&region=40,0,9,9", picture)
        )
        #expect(reply.status == 400)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("32 × 24 pixels"))
    }

    @Test
    func `redacts regions of the result`() async throws {
        let service = try TestService(.router)
        let query = "/v1/render?width=32&redact=1&region=0,0,16,12&format=png"
        let reply = try await service.send(.post(query, try TestPicture.png()))
        #expect(reply.status == 200)
        #expect(try size(reply) == [32, 24])
        for pad in ["mirror", "backdrop"] {
            let padded = try await service.send(
                .post("\(query)&height=32&pad=\(pad)", try TestPicture.png())
            )
            #expect(padded.status == 400)
        }
        let tiled = try await service.send(
            .post("\(query)&height=32&caps=1,1,1,1&caps-mode=tile", try TestPicture.png())
        )
        #expect(tiled.status == 400)
        let plain = try await service.send(
            .post("\(query)&height=32&pad=black", try TestPicture.png())
        )
        #expect(plain.status == 200)
    }

    @Test
    func `chooses a material for a text on the result`() async throws {
        let service = try TestService(.router)
        let query = "/v1/render?material=auto&width=32&height=32&pad=backdrop&text-box=0,0,32,32"
        let reply = try await service.send(.post(query, try TestPicture.make()))
        #expect(reply.status == 200)
        #expect(try size(reply) == [32, 32])
    }

    @Test
    func `states the steps and sizes in plans`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post(
                "/v1/render?crop=0,0,48,48&width=24&height=36&pad=backdrop&rotate=90&blur=2",
                try TestPicture.make(),
                [("Accept", "application/vnd.frostpane.plan+json")]
            )
        )
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        )
        let steps = try #require(document["steps"] as? [[String: Any]])
        #expect(
            steps.map { $0["type"] as? String } == ["crop", "resize", "turn", "pad", "blur"]
        )
        #expect(steps.map { $0["width"] as? Int } == [48, 24, 24, 24, 24])
        #expect(steps.map { $0["height"] as? Int } == [48, 24, 24, 36, 36])
    }

    @Test
    func `names the hint on which points depend`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post(
                "/v1/render?width=16pt&format=png",
                try TestPicture.make(),
                [("Sec-CH-DPR", "2")]
            )
        )
        #expect(try size(reply) == [32, 24])
        #expect(reply["Vary"] == "Sec-CH-DPR")
    }

    /// A white picture of 64 × 48 pixels with noise at its right end.
    private func uneven() throws -> [UInt8] {
        try TestPicture.made(PixelSize(width: 64, height: 48)) { x, y in
            (46..<60).contains(x) && (10..<40).contains(y) && (x + y).isMultiple(of: 2)
                ? 0 : 65_535
        }
    }

    @Test(arguments: Transport.allCases)
    func `finds what draws attention, and shares the result with the same part`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let query = "/v1/render?width=24&height=48&fit=cover&format=png"
        let found = try await service.send(.post("\(query)&focus=attention", try uneven()))
        #expect(found.status == 200)
        let right = try await service.send(.post("\(query)&position=right", try uneven()))
        let left = try await service.send(.post("\(query)&position=left", try uneven()))
        let picture = try DecodedPicture(found.body)
        let dark = { (picture: DecodedPicture) in
            (0..<48).reduce(0) { sum, y in
                sum + (0..<24).count { x in picture[x, y][0] < 30_000 }
            }
        }
        #expect(dark(picture) > 3 * dark(try DecodedPicture(right.body)) / 4)
        #expect(try dark(DecodedPicture(left.body)) == 0)
        // The table is known now.
        let again = try await service.send(.post("\(query)&focus=attention", try uneven()))
        #expect(again["Cache-Status"] == "frostpane; hit")
        #expect(again.body == found.body)
    }

    @Test
    func `keeps a point in the middle of the part that shows`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png()
        let query = "/v1/render?width=20&height=20&fit=none&format=png"
        let point = try await service.send(.post("\(query)&focus=30,50%25", picture))
        let part = try await service.send(
            .post("/v1/render?crop=20,14,20,20&format=png", picture)
        )
        #expect(point.body == part.body)
        let corner = try await service.send(.post("\(query)&focus=100%25,0", picture))
        let end = try await service.send(.post("\(query)&position=right+top", picture))
        #expect(corner.body == end.body)
        // The point turns with the picture.
        let turned = try await service.send(
            .post("\(query)&rotate=90&flip=h&focus=60,46", picture)
        )
        let whole = try await service.send(
            .post("/v1/render?crop=44,28,20,20&rotate=90&flip=h&format=png", picture)
        )
        #expect(turned.body == whole.body)
    }

    @Test(arguments: ["", "&crop=1,1,10,26"])
    func `trims a rim of one color`(crop: String) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.made(PixelSize(width: 30, height: 40)) { x, y in
            (7..<20).contains(x) && (5..<33).contains(y)
                ? UInt16(x * y) * 30 : UInt16(65_535 - 257 * ((x + y) % 4))
        }
        let frame = crop.isEmpty ? "7,5,13,28" : "8,6,10,26"
        let trimmed = try await service.send(
            .post("/v1/render?trim=0.02&format=png\(crop)", picture)
        )
        let part = try await service.send(.post("/v1/render?crop=\(frame)&format=png", picture))
        #expect(trimmed.status == 200 && trimmed.body == part.body)
        // A rim that is less even than that stays.
        let whole = try await service.send(.post("/v1/render?trim=0.001&format=png", picture))
        #expect(try size(whole) == [30, 40])
    }

    @Test
    func `keeps a picture of one color whole`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.made(PixelSize(width: 9, height: 7)) { _, _ in 5_000 }
        let reply = try await service.send(.post("/v1/render?trim=0&format=png", picture))
        #expect(try size(reply) == [9, 7])
    }

    @Test(
        arguments: [
            ("client-width=1", [("Sec-CH-Width", "32")], [32, 24]),
            (
                "client-width=1", [("Sec-CH-Viewport-Width", "16"), ("Sec-CH-DPR", "2.0")],
                [32, 24]
            ),
            (
                "client-width=1&scale=1", [("Sec-CH-Viewport-Width", "16"), ("Sec-CH-DPR", "2")],
                [16, 12]
            ),
            ("client-width=1", [("Sec-CH-Width", "8"), ("Sec-CH-Viewport-Width", "16")], [8, 6]),
            ("client-width=1&width=40", [("Sec-CH-Width", "999999")], [40, 30]),
            ("client-width=1&width=40&height=20&fit=cover", [("Sec-CH-Width", "20")], [20, 10]),
            ("client-width=1&width=40", [], [40, 30]),
            ("client-width=1", [("Sec-CH-Width", "-5")], [64, 48]),
            ("client-width=1", [("Sec-CH-Width", "64000")], [64, 48]),
        ] as [(String, [(String, String)], [Int])]
    )
    func `is as wide as the client has room for`(
        query: String,
        hints: [(String, String)],
        expected: [Int]
    ) async throws {
        let service = try TestService(.router)
        let request = Call.post("/v1/render?\(query)", try TestPicture.make(), hints)
        let reply = try await service.send(request)
        #expect(try size(reply) == expected)
        let widths = "Sec-CH-Width, Sec-CH-Viewport-Width"
        let names = query.contains("scale") ? widths : "Sec-CH-DPR, \(widths)"
        #expect(reply["Vary"]?.hasSuffix(names) == true)
        #expect(reply["Accept-CH"] == names)
    }

    @Test
    func `names no width of a client that changes nothing`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        let hints = [("Sec-CH-Width", "9")]
        let reply = try await service.send(.post("/v1/render?width=20", picture, hints))
        #expect(try size(reply) == [20, 15])
        #expect(reply["Accept-CH"] == nil && reply["Vary"]?.contains("Width") != true)
    }
}
