// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Fetching

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("/v1/images", "/v1/images"), ("/v1/%69mages", "/v1/images"),
        ("/%7e%2D%5f%2E%30%5A", "/~-_.0Z"), ("/a%2Fb%2fc%3A%20", "/a%2Fb%2fc%3A%20"),
        ("/%2569", "/%2569"), ("/%25%36%39", "/%2569"), ("/%00%80%FF", "/%00%80%FF"),
        // A broken escape keeps all others.
        ("/%%36%39", "/%%36%39"), ("/%69%", "/%69%"), ("/%69%4", "/%69%4"), ("/%69%zz", "/%69%zz"),
    ])
    func `decodes escapes of unreserved characters alone`(path: String, expected: String) {
        #expect(PercentEncoding.normalized(path[...]) == expected)
    }

    @Test func `changes no path's decoded text`() {
        var choice = SeededGenerator(seed: 38)
        for _ in 0..<2_000 {
            let path = String(
                (0..<8).compactMap { _ in "%25/6a9F.~".randomElement(using: &choice) }
            )
            let normalized = PercentEncoding.normalized(path[...])
            let decoded = PercentEncoding.decoded(path)
            #expect(PercentEncoding.decoded(normalized) == decoded, "\(path)")
            if decoded != nil { #expect(PercentEncoding.normalized(normalized) == normalized) }
        }
    }
}
