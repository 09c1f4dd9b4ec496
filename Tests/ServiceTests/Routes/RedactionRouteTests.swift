// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Raster
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct RedactionRouteTests {
    private static let query = "/v1/render?redact=1&region=8,8,32,32"

    @Test(arguments: Transport.allCases)
    func `leaves nothing of a region but few means`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.png()
        let reply = try await service.send(.post("\(Self.query)&format=png", picture))
        #expect(reply.status == 200)
        let before = try DecodedPicture(picture)
        let after = try DecodedPicture(reply.body)
        let inside = after.differences(from: before, in: 8..<40, 8..<40)
        #expect(inside > 1000)
        #expect(after.differences(from: before, in: 0..<64, 0..<48) == inside)
        // Pictures that differ only within a cell are the same afterwards.
        let size = PixelSize(width: 64, height: 48)
        func exchanged(_ isExchanged: Bool) throws -> [UInt8] {
            try TestPicture.made(size) { x, y in
                let (a, b) = isExchanged ? (9, 10) : (10, 9)
                return x == a && y == 9 ? 60_000 : x == b && y == 9 ? 3_000 : UInt16(x * 700)
            }
        }
        let one = try await service.send(.post("\(Self.query)&format=png", try exchanged(false)))
        let two = try await service.send(.post("\(Self.query)&format=png", try exchanged(true)))
        #expect(try exchanged(false) != exchanged(true))
        #expect(one.body == two.body)
    }

    @Test(
        arguments: [
            "8,8,32,32", "ellipse(8,8,32,32)", "polygon(8,8,40,8,24,40)",
            "polygon(8,8,40,8,40,40,8,40)&region=ellipse(0,0,9,9)",
        ]
    )
    func `leaves nothing of any shape but few means`(region: String) async throws {
        let service = try TestService(.router)
        let size = PixelSize(width: 64, height: 48)
        // Both pixels are in one cell, and in every shape.
        func picture(_ isExchanged: Bool) throws -> [UInt8] {
            try TestPicture.made(size) { x, y in
                let (a, b) = isExchanged ? (22, 23) : (23, 22)
                return x == a && y == 14 ? 60_000 : x == b && y == 14 ? 3_000 : UInt16(x * 700)
            }
        }
        var replies: [[UInt8]] = []
        for isExchanged in [false, true] {
            let target = "/v1/render?redact=1&region=\(region)&format=png"
            let reply = try await service.send(.post(target, try picture(isExchanged)))
            #expect(reply.status == 200)
            replies.append(reply.body)
        }
        #expect(replies[0] == replies[1])
        let after = try DecodedPicture(replies[0])
        let before = try DecodedPicture(try picture(false))
        #expect(after.differences(from: before, in: 0..<64, 0..<48) > 200)
        #expect(after.differences(from: before, in: 41..<64, 0..<48) == 0)
    }

    @Test
    func `shows nothing through transparent pixels`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.png(layout: .rgba)
        let reply = try await service.send(.post("\(Self.query)&format=png", picture))
        #expect(reply.status == 200)
        let after = try DecodedPicture(reply.body)
        for y in 8..<40 {
            for x in 8..<40 { #expect(after[x, y][3] == 65_535) }
        }
    }

    @Test(arguments: Transport.allCases, ["", "&format=png", "&invert-region=1"])
    func `leads nobody back to the original`(transport: Transport, more: String) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let digest = Digest(of: picture)
        // It may be kept: still nothing tells that it is the one.
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let reply = try await service.send(.post(Self.query + more, picture))
        #expect(reply.status == 200)
        let names = [String(digest.hex.prefix(8)), String(digest.base64.prefix(8))]
        for field in Array(reply.fields) + Array(reply.trailers) {
            for name in names {
                #expect(!field.value.contains(name), "\(field.name): \(field.value)")
            }
        }
        #expect(reply["ETag"] == nil)
        #expect(reply["Location"] == nil)
        #expect(reply["Content-Location"] == nil)
        #expect(reply["Link"] == nil)
        #expect(reply["Cache-Control"] == "no-store")
        #expect(reply["Cache-Status"] == "frostpane; fwd=bypass")
        let format = more == "&format=png" ? "png" : "jpg"
        #expect(reply["Content-Disposition"] == "inline; filename=\"redacted.\(format)\"")
    }

    @Test
    func `keeps nothing`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        for _ in 0..<2 {
            let reply = try await service.send(.post(Self.query, picture))
            #expect(reply["Cache-Status"] == "frostpane; fwd=bypass")
        }
        try await eventually { service.service.completedRenderings == 2 }
        #expect(service.service.results.statistics.kept.entryCount == 0)
        #expect(service.service.unkept.statistics.kept.entryCount == 0)
        try await eventually { service.service.unkept.statistics.flightCount == 0 }
        try await eventually { service.service.unkept.statistics.flightByteCount == 0 }
    }

    @Test(arguments: Transport.allCases)
    func `does not describe what it hides`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let json = ("Accept", "application/vnd.frostpane.plan+json")
        let form = Form([
            .field("redact", "1"), .field("region", "8,8,32,32"), .file("image", picture),
        ])
        for call in [
            Call.post(Self.query, picture, [json]),
            .post("/v1/render", form.bytes, [json, ("Content-Type", form.type)]),
        ] {
            let reply = try await service.send(call)
            #expect(reply.status == 406)
            let problem = try reply.problem()
            #expect(problem["type"] as? String == "/problems/not-acceptable")
            #expect(problem["parameter"] as? String == "Accept")
            #expect(
                problem["detail"] as? String
                    == "Redactions and links have no plan, because it would name the original: accept an image instead."
            )
        }
    }

    @Test
    func `refuses to describe it before the picture is sent`() async throws {
        let service = try TestService(.router)
        let call = Call.post(
            Self.query,
            try TestPicture.make(),
            [("Accept", "application/vnd.frostpane.plan+json")]
        )
        let reply = await delivery { deliver in
            RouterExchange(
                call,
                to: service.service,
                habits: Habits(sentByteCount: 0),
                completion: deliver
            ).begin()
        }
        #expect(reply.status == 406)
    }

    @Test
    func `is refused where the address names the original`() async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        #expect(try await service.send(.post("/v1/images", picture)).status == 201)
        let address = "/v1/images/\(Digest(of: picture).hex)/render?redact=1&region=8,8,32,32"
        let reply = try await service.send(.get(address))
        #expect(reply.status == 400)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/conflicting-parameters")
        #expect(problem["parameter"] as? String == "redact")
        #expect(
            problem["detail"] as? String
                == "'redact' is for POST /v1/render only: this address leads to the original and "
                + "would identify it."
        )
    }

    @Test(
        arguments: [
            ("redact=1", "conflicting-parameters", "redact"),
            ("redact=1&region=0,0,40,8&blur=4.9", "parameter-out-of-range", "blur"),
            (
                "redact=1&region=0,0,40,8&material=systemThickMaterial", "conflicting-parameters",
                "material"
            ),
            ("redact=1&region=0,0,40,8&filter=opacity(1%25)", "conflicting-parameters", "filter"),
            ("redact=1&region=0,0,40,8&blur=6&kernel=css3box", "conflicting-parameters", "kernel"),
            ("redact=1&region=0,0,40,8&corner=4", "conflicting-parameters", "corner"),
            (
                "redact=1&region=0,0,40,8&mask=\(String(repeating: "0", count: 64))",
                "conflicting-parameters", "mask"
            ),
            ("redact=1&region=0,0,40,8&blur=6&edge=clamp", "conflicting-parameters", "edge"),
            ("redact=1&region=0,48,40,8", "parameter-out-of-range", "region"),
            ("redact=1&region=0,0,64,48&invert-region=1", "parameter-out-of-range", "region"),
        ]
    )
    func `refuses what hides too little`(
        refusal: (query: String, type: String, parameter: String)
    ) async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?\(refusal.query)", try TestPicture.png())
        )
        #expect(reply.status == 400)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/\(refusal.type)")
        #expect(problem["parameter"] as? String == refusal.parameter)
    }

    @Test
    func `takes a blur that hides enough, and saturation`() async throws {
        let service = try TestService(.router)
        let reply = try await service.send(
            .post("/v1/render?redact=1&region=0,0,40,8&blur=5&saturate=0", try TestPicture.png())
        )
        #expect(reply.status == 200)
    }
}
