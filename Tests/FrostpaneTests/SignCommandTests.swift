// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FrostpaneCommand

@Suite
struct SignCommandTests {
    private static let key = "0123456789abcdef0123456789abcdef"

    @Test func `signs each address by the first key, or by the named one`() throws {
        let folder = try Folder()
        try folder.write(Data("web \(Self.key)\nnext \(Self.key)\n".utf8), as: "keys")
        let path = folder.url("keys").path()
        let signed = try Program.run(
            ["sign", "--signing-keys", path, "/v1/filters", "https://a.example/v1/filters?x=1"]
        )
        #expect(signed.code == 0)
        let lines = String(decoding: signed.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("/v1/filters?key-id=web&signature="))
        #expect(lines[1].hasPrefix("https://a.example/v1/filters?key-id=web&x=1&signature="))
        let other = try Program.run(
            ["sign", "/v1/filters", "--key-id", "next", "--expires", "4102444800"],
            environment: ["FROSTPANE_SIGNING_KEYS": path]
        )
        #expect(
            String(decoding: other.output, as: UTF8.self)
                .hasPrefix("/v1/filters?expires=4102444800&key-id=next&signature=")
        )
    }

    @Test func `says what is missing`() throws {
        let folder = try Folder()
        try folder.write(Data("web \(Self.key)\n".utf8), as: "keys")
        let keys = ["--signing-keys", folder.url("keys").path()]
        for (arguments, words) in [
            (["/v1/filters"], "name the key file: --signing-keys FILE"),
            (keys, "name an address to sign"),
            (keys + ["/v1/filters", "--expires", "soon"], "--expires takes a time from now"),
            (keys + ["/v1/filters", "--key-id", "app"], "there is no key with that name"),
            (keys + ["/other"], "'/other': the address has no path that begins with /v1/"),
        ] {
            let result = try Program.run(["sign"] + arguments)
            #expect(result.code == 64)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test(
        arguments: [
            ("1893456000", 1_893_456_000), ("90min", 5500), ("1h", 3700), ("30d", 2_592_100),
            ("5s", 105), ("", nil), ("d", nil), ("1.5h", nil), ("-1", nil), ("1w", nil),
            ("99999999999999999999", nil), ("999999999999999999d", nil),
        ]
    )
    func `reads times from now and seconds since 1970`(text: String, time: Int?) {
        #expect(Expiry(text, now: 100)?.time == time)
    }
}
