// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import Testing

@testable import Service

/// What caches between the service and its clients rely on.
@Suite struct VariantRouteTests {
    private static let accepts = [
        nil, "*/*", "image/*", "image/png", "image/jpeg", "image/webp,*/*",
        "image/avif,image/webp,*/*",
        "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "text/html", "x",
        "application/json", "application/vnd.frostpane.plan+json", "image/png;q=0.1,image/jpeg",
        "image/jxl", "application/pdf", "", "image/*;q=0", "*/*;q=0",
    ]

    private static let hints: [[(String, String)]] = [
        [], [("Sec-CH-DPR", "2")], [("Save-Data", "on")],
        [("Sec-CH-Prefers-Color-Scheme", "dark"), ("Sec-CH-Prefers-Contrast", "more")],
        [("Sec-CH-Prefers-Reduced-Transparency", "reduce")], [("Sec-CH-Width", "20")],
    ]

    @Test(arguments: [
        "blur=2", "blur=2&format=png", "prefer=speed&blur=2pt", "material=systemMaterial",
        "material=auto&text=label", "material=systemThinMaterial&appearance=dark&format=jpeg",
        "client-width=1&width=40", "filter=blur(2pt)&format=png&scale=2",
    ])
    func `one address has one Vary, whatever the request`(query: String) async throws {
        let service = try TestService(.router)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let digest = Digest(of: picture).hex
        let pairs = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return "\"\(parts[0])\": \"\(parts[1])\""
        }
        let members = pairs.joined(separator: ",")
        let description = #"{"image": "\#(digest)", "parameters": {\#(members)}}"#
        let link = try await service.send(.post("/v1/links", Array(description.utf8)))
        for target in [
            "/v1/images/\(digest)/render?\(query)", try #require(link["Location"]),
            "/v1/images/\(digest)/plan?\(query)",
        ] {
            var values: Set<String?> = []
            for accept in Self.accepts {
                for hints in Self.hints {
                    let fields = hints + (accept.map { [("Accept", $0)] } ?? [])
                    let reply = try await service.send(.get(target, fields))
                    #expect([200, 406].contains(reply.status), "\(fields) \(reply.text)")
                    values.insert(reply["Vary"])
                    guard let tag = reply["ETag"] else { continue }
                    let known = try await service.send(
                        .get(target, fields + [("If-None-Match", tag)])
                    )
                    #expect(known.status == 304)
                    values.insert(known["Vary"])
                }
            }
            #expect(values.count == 1, "\(target): \(values)")
        }
    }

    @Test func `a streamed result says that there will be parts`() async throws {
        let service = try TestService(.socket)
        // Larger than what is held until it is complete.
        let picture = try TestPicture.make(width: 2_400, height: 1_600)
        _ = try await service.send(.post("/v1/images", picture))
        let target = "/v1/images/\(Digest(of: picture).hex)/render?saturate=2&format=png"
        let cold = try await service.send(.get(target))
        #expect(cold.status == 200)
        #expect(cold["Content-Length"] == nil)
        #expect(cold["Accept-Ranges"] == "bytes")
        let part = try await service.send(.get(target, [("Range", "bytes=0-9")]))
        #expect(part.status == 206)
        #expect(part.body == Array(cold.body.prefix(10)))
    }

    @Test(arguments: ["/openapi.json", "/openapi.yaml"])
    func `the contract is compressed for those who accept it`(target: String) async throws {
        let service = try TestService(.router)
        let plain = try await service.send(.get(target))
        #expect(plain["Content-Encoding"] == nil)
        #expect(plain["Vary"] == "Accept-Encoding")
        for accept in ["gzip", "br;q=1, gzip;q=0.5", "*", "x-gzip", "deflate, GZIP"] {
            let short = try await service.send(.get(target, [("Accept-Encoding", accept)]))
            #expect(short["Content-Encoding"] == "gzip", "\(accept)")
            #expect(short["Vary"] == "Accept-Encoding")
            #expect(short.body.count < plain.body.count / 4)
            #expect(short["ETag"] != plain["ETag"])
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let file = folder.path("a.gz")
            try Data(short.body).write(to: URL(fileURLWithPath: file))
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["gzip", "-dc", file]
            process.standardOutput = pipe
            try process.run()
            let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect([UInt8](bytes) == plain.body)
            let tag = try #require(short["ETag"])
            let known = try await service.send(
                .get(target, [("Accept-Encoding", accept), ("If-None-Match", tag)])
            )
            #expect(known.status == 304)
        }
        for accept in ["identity", "gzip;q=0", "gzip;q=0.000, *;q=1", "br", "", "*;q=0"] {
            let whole = try await service.send(.get(target, [("Accept-Encoding", accept)]))
            #expect(whole["Content-Encoding"] == nil, "\(accept)")
            #expect(whole.body == plain.body)
        }
    }
}
