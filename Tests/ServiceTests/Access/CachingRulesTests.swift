// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store
import Testing

@testable import Service

@Suite
struct CachingRulesTests {
    private static func service(tags: Bool = true) throws -> TestService {
        try TestService(.router) {
            $0.caching.maxAge = .seconds(600)
            $0.caching.staleTime = .seconds(30)
            let line = "purge 0123456789abcdef0123456789abcdef"
            $0.caching.tagKey = tags ? try? SigningKey(line: line[...]) : nil
        }
    }

    @Test func `limits the time for which caches keep responses`() async throws {
        let service = try Self.service()
        let picture = try TestPicture.make()
        let digest = Digest(of: picture).hex
        _ = try await service.send(.post("/v1/images", picture))
        for rest in ["", "/render?blur=2", "/placeholder"] {
            for _ in 0..<3 {
                let reply = try await service.send(.get("/v1/images/\(digest)\(rest)"))
                #expect(reply["Cache-Control"] == "public, max-age=600, immutable")
            }
        }
        let text = #"{"image": "\#(digest)", "parameters": {"blur": 2}}"#
        let link = try await service.send(.post("/v1/links", Array(text.utf8)))
        let shown = try await service.send(.get(try #require(link["Location"])))
        #expect(shown["Cache-Control"] == "public, max-age=600, stale-while-revalidate=30")
        // The tag of an image would tell which one a link shows.
        #expect(shown["Cache-Tag"] == nil)
    }

    @Test func `tags what is made from an image, and its deletion`() async throws {
        let service = try Self.service()
        let (picture, mask) = (try TestPicture.make(), try TestPicture.make(width: 30, height: 20))
        let digests = [picture, mask].map { Digest(of: $0) }
        for image in [picture, mask] { _ = try await service.send(.post("/v1/images", image)) }
        let tags = digests.compactMap(service.service.access.caching.tag)
        #expect(Set(tags).count == 2)
        #expect(tags.allSatisfy { $0.count == 22 && !$0.contains(digests[0].hex.prefix(6)) })
        let address = "/v1/images/\(digests[0].hex)"
        let query = "blur=2&mask=\(digests[1].hex)&mask-channel=luminance"
        let all = tags.sorted()
        for _ in 0..<2 {
            let reply = try await service.send(.get("\(address)/render?\(query)"))
            #expect(reply["Cache-Tag"] == all.joined(separator: ","))
            #expect(reply["Surrogate-Key"] == all.joined(separator: " "))
        }
        for rest in ["", "/placeholder"] {
            #expect(try await service.send(.get(address + rest))["Cache-Tag"] == tags[0])
        }
        let gone = try await service.send(Call(method: "DELETE", target: address))
        #expect(gone.status == 204)
        #expect(gone["Cache-Tag"] == tags[0])
    }

    @Test func `sends no tags without a key`() async throws {
        let service = try Self.service(tags: false)
        let picture = try TestPicture.make()
        _ = try await service.send(.post("/v1/images", picture))
        let reply = try await service.send(.get("/v1/images/\(Digest(of: picture).hex)"))
        #expect(reply["Cache-Tag"] == nil)
        #expect(reply["Surrogate-Key"] == nil)
    }

    @Test func `ends with the time for which an image is stored`() {
        let now = 1_000
        func text(_ expiry: Int?) -> String {
            Freshness.brief(isPublic: true, until: expiry, age: 60, stale: 30, now: now)
                .cacheControl
        }
        #expect(text(nil) == "public, max-age=60, stale-while-revalidate=30")
        #expect(text(1_070) == "public, max-age=60, stale-while-revalidate=10")
        #expect(text(1_040) == "public, max-age=40")
    }
}
