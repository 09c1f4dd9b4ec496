// SPDX-License-Identifier: Apache-2.0

import Platform
import Testing

@testable import Fetching

@Suite struct SourceOriginTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com/"),
        ("https://example.com/", "https://example.com/"),
        ("http://example.com:8080/a/b", "http://example.com:8080/a/b/"),
        ("https://example.com/a%20b/", "https://example.com/a%20b/"),
        ("https://[2001:db8::1]:443/x", "https://[2001:db8::1]:443/x/"),
    ])
    func `reads schemes, hosts, ports and paths`(_ text: String, _ url: String) {
        #expect(SourceOrigin(text)?.url == url)
    }

    @Test(arguments: [
        "", "example.com", "ftp://example.com/", "HTTPS://example.com", "https://", "https:///a",
        "https://user@example.com/", "https://user:secret@example.com/", "https://example.com:0/",
        "https://example.com:65536/", "https://example.com:/", "https://example.com:80a/",
        "https://example.com/#a", "https://example.com/?a=b#c", "https://example.com/?a b",
        "https://example.com/../a",
        "https://example.com/a//b", "https://example.com/%2e%2e/", "https://exa mple.com/",
        "https://[::1", "https://[example.com]/", "https://[::1]x/", "https://example.com/\n",
        "https://example.com\\@elsewhere/", "https://example.com%2f@elsewhere/",
    ])
    func `refuses other URLs`(_ text: String) {
        #expect(SourceOrigin(text) == nil)
    }

    @Test(arguments: [
        ("http://localhost:80/", "127.0.0.1", true), ("http://localhost:80/", "::1", true),
        ("http://localhost:80/", "10.0.0.1", false),
        ("http://localhost:80/", "93.184.216.34", false),
        ("http://10.0.0.1/", "10.0.0.1", true), ("http://10.0.0.1/", "10.0.0.2", false),
        ("http://[fd00::1]/", "fd00::1", true), ("http://[fd00::1]/", "::1", false),
        ("https://example.com/", "93.184.216.34", true),
        ("https://example.com/", "10.0.0.1", false),
        ("https://localhost.example/", "127.0.0.1", false),
    ])
    func `reaches private addresses only if it names them`(
        _ url: String,
        _ address: String,
        _ isAllowed: Bool
    ) throws {
        let reach = try #require(SourceOrigin(url)).reach
        #expect(reach.allows(try #require(IPAddress(address))) == isAllowed)
    }
}

@Suite struct SourceOriginQueryTests {
    @Test(arguments: [
        ("https://example.com/a/?sig=x%2Fy&v=1", "https://example.com/a/b%20c.jpg?sig=x%2Fy&v=1"),
        ("https://example.com?sig=a/b?c", "https://example.com/b%20c.jpg?sig=a/b?c"),
        ("https://example.com/a?", "https://example.com/a/b%20c.jpg?"),
        ("https://example.com/a", "https://example.com/a/b%20c.jpg"),
    ])
    func `gives each picture the query of the origin`(_ text: String, _ url: String) throws {
        let origin = try #require(SourceOrigin(text))
        #expect(origin.address(of: try #require(SourcePath(["b%20c.jpg"]))) == url)
    }
}

@Suite struct OriginFreshnessTests {
    @Test(arguments: [
        ([:], 600, 600), (["age": "100"], 600, 500), (["cache-control": "max-age=30"], 600, 30),
        (["cache-control": "no-cache"], 600, 0), (["expires": "0"], 600, 0), ([:], 0, 0),
        (["etag": "\"one\""], 5, 5),
    ])
    func `stays the stored one if a confirmation states none`(
        _ fields: [String: String],
        _ stored: Int,
        _ seconds: Int
    ) {
        #expect(OriginFreshness.seconds(fields, confirming: stored) == seconds)
    }

    @Test(arguments: [
        ([:], 60), (["cache-control": "max-age=30"], 30),
        (["cache-control": "public, Max-Age=\"30\""], 30),
        (["cache-control": "max-age=30, s-maxage=40"], 40),
        (["cache-control": "max-age=30", "age": "10"], 20),
        (["cache-control": "max-age=30", "age": "31"], 0),
        (["cache-control": "max-age=30", "age": "-1"], 30),
        (["cache-control": "max-age=999999999"], 86_400),
        (["cache-control": "max-age=99999999999999999999"], 0),
        (["cache-control": "max-age=-5"], 0), (["cache-control": "max-age=x"], 0),
        (["cache-control": "no-cache, max-age=30"], 0), (["cache-control": "no-store"], 0),
        (["cache-control": "private=\"a\", max-age=30"], 0), (["cache-control": "public"], 60),
        (["expires": "Fri, 01 Jan 2100 00:00:00 GMT"], 0), (["cache-control": ",=,;"], 60),
    ])
    func `is what the origin says, within bounds`(_ fields: [String: String], _ seconds: Int) {
        #expect(OriginFreshness.seconds(fields) == seconds)
    }
}
