// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import TestSupport
import Testing

@testable import Service

extension StoreRouteTests {
    @Test func `a link does not come back with the bytes of its picture, in no process`()
        async throws
    {
        defer { folder.remove() }
        let services = try [service(), service()]
        _ = try await services[0].send(.post("/v1/images", picture))
        let digest = Digest(of: picture)
        let description = #"{"image": "\#(digest.hex)", "parameters": {"blur": 2}}"#
        let made = try await services[0].send(.post("/v1/links", Array(description.utf8)))
        let link = try #require(made["Location"])
        for service in services { #expect(try await service.send(.get(link)).status == 200) }
        let deletion = Call(method: "DELETE", target: address)
        #expect(try await services[0].send(deletion).status == 204)
        for kind in [BlobKind.original, .result, .record, .reference] {
            #expect(try files(kind).isEmpty, "\(kind)")
        }
        #expect(try await services[0].send(.get(link)).status == 404)
        _ = try await services[1].send(.post("/v1/images", picture))
        #expect(try await services[0].send(.get(link)).status == 404)
        // The other one may remember the link for a second.
        try await Task.sleep(for: .milliseconds(1_100))
        for service in services + [try service()] {
            #expect(try await service.send(.get(link)).status == 404)
        }
    }

    @Test func `nothing in the folder or in memory names a deleted picture`() async throws {
        defer { folder.remove() }
        let services = try [service(), service()]
        let digest = Digest(of: picture)
        _ = try await services[0].send(.post("/v1/images", picture))
        let description = #"{"image": "\#(digest.hex)", "parameters": {"blur": 2}}"#
        let made = try await services[0].send(.post("/v1/links", Array(description.utf8)))
        let link = try #require(made["Location"])
        for service in services {
            for target in [link, "\(address)/render?blur=3", "\(address)/placeholder"] {
                for _ in 0..<2 { _ = try await service.send(.get(target)) }
            }
        }
        try await eventually { (try? files(.result).isEmpty) == false }
        #expect(
            try await services[0].send(Call(method: "DELETE", target: address)).status == 204
        )
        for service in services {
            try await eventually { !service.service.images.picturesInMemory.contains(digest) }
            #expect(service.service.knownRenderings.values.allSatisfy { $0.source != digest })
        }
        let paths = FileManager.default.enumerator(atPath: root)
        for case let path as String in try #require(paths) {
            #expect(!path.contains(digest.hex), "\(path)")
            let bytes = FileManager.default.contents(atPath: "\(root)/\(path)") ?? Data()
            #expect(bytes.range(of: Data(digest.hex.utf8)) == nil, "\(path)")
            #expect(bytes.range(of: Data(digest.bytes)) == nil, "\(path)")
        }
    }
}
