// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Raster
import Store
import Testing

@testable import Service

extension LinkRouteTests {
    @Test
    func `does not come back with a picture that was deleted and is kept again`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let mask = try TestPicture.png(layout: .gray)
        let maskDigest = try await Self.keep(in: service, mask)
        let address = try await Self.link(#"{"image": "\#(digest.hex)"}"#, in: service)
        let masked = try await Self.link(
            #"{"image": "\#(digest.hex)", "parameters": {"blur": 2, "mask": "\#(maskDigest.hex)"}}"#,
            in: service
        )
        for target in [address, masked] {
            #expect(try await service.send(.get(target)).status == 200)
        }
        func delete(_ digest: Digest) async throws {
            var deletion = Call(method: "DELETE", target: "/v1/images/\(digest.hex)")
            deletion.fields = Self.credentials
            #expect(try await service.send(deletion).status == 204)
        }
        try await delete(maskDigest)
        #expect(try await service.send(.get(masked)).status == 404)
        _ = try await Self.keep(in: service, mask)
        #expect(try await service.send(.get(masked)).status == 404)
        #expect(try await service.send(.get(address)).status == 200)
        try await delete(digest)
        _ = try await Self.keep(in: service)
        #expect(try await service.send(.get(address)).status == 404)
        #expect(!service.service.records.pictures.contains(digest))
    }

    @Test
    func `tells by no field whether the same rendering was made without it`() async throws {
        let service = try Self.service()
        let digest = try await Self.keep(in: service)
        let text = #"{"image": "\#(digest.hex)", "parameters": {"blur": 2}}"#
        let untouched = try await service.send(.get(try await Self.link(text, in: service)))
        // The same rendering, by the address of the image, and by another link.
        for _ in 0..<2 {
            let target = "/v1/images/\(digest.hex)/render?blur=2"
            _ = try await service.send(.get(target, Self.credentials))
        }
        let after = try await service.send(.get(try await Self.link(text, in: service)))
        #expect(after.body == untouched.body)
        #expect(after["Cache-Status"] == untouched["Cache-Status"])
        #expect(after["Cache-Status"]?.contains("fwd=miss") == true)
        #expect(after.fields.map(\.name) == untouched.fields.map(\.name))
        #expect(after["Server-Timing"]?.contains("cache;desc=miss") == true)
    }
}
