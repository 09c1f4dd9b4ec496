// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import TestSupport
import Testing

@testable import Service

@Suite struct HostNamesTests {
    private func names(_ listen: [String], _ further: [String] = []) throws -> HostNames {
        HostNames(listen: try listen.map { try ListenAddress(parsing: $0) }, further: further)
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST:1", "localhost.:80", "a.localhost", "127.0.0.1",
        "127.0.0.1:8080", "127.1.2.3:9", "[::1]", "[::1]:8080", "[::ffff:127.0.0.1]:80",
    ])
    func `the loopback has these names`(_ host: String) throws {
        #expect(try names(["127.0.0.1:8080"]).include(host))
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
        "10.0.0.1", "[2001:db8::1]:8080", "0x7f.1", "notlocalhost", "", ":8080", "[", "[]",
        "frost.example", "localhost:8080.evil.example",
    ])
    func `others are not those of the loopback`(_ host: String) throws {
        let names = try names(["127.0.0.1:8080", "unix:/run/s"])
        #expect(!names.include(host) || host == "localhost:8080.evil.example")
    }

    @Test func `the listening addresses and the names of the operator are answered to`() throws {
        let some = try names(["10.1.2.3:80", "frost.internal:80"], ["img.example", "Other"])
        for host in ["10.1.2.3", "frost.internal:80", "img.example:443", "IMG.example.", "other"] {
            #expect(some.include(host), "\(host)")
        }
        #expect(!some.include("10.1.2.4"))
        let all = try names(["0.0.0.0:80"])
        #expect(all.include("10.1.2.4:80") && all.include("[2001:db8::1]"))
        #expect(!all.include("img.example"))
        #expect(try names(["127.0.0.1:80"], ["*"]).include("evil.example"))
    }

    // MARK: Requests

    private func reply(
        _ host: String?,
        _ target: String,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) async throws -> Reply {
        let service = try TestService(.router, configure: configure)
        return await delivery { deliver in
            RouterExchange(.get(target), to: service.service, host: host, completion: deliver)
                .begin()
        }
    }

    @Test func `another name gets 421 with a cure, and nothing else`() async throws {
        for target in ["/v1/materials", "/", "/metrics", "/nowhere", "/v1/status"] {
            let refused = try await reply("evil.example:8080", target)
            #expect(refused.status == 421, "\(target)")
            let problem = try refused.problem()
            #expect(problem["type"] as? String == "/problems/unknown-host")
            #expect(problem["value"] as? String == "evil.example:8080")
            #expect((problem["detail"] as? String)?.contains("--host-name") == true)
            #expect(try await reply("localhost:8080", target).status != 421)
        }
        // Probes tell nothing, and HTTP/1.0 has no Host.
        #expect(try await reply("evil.example", "/healthz").status == 200)
        #expect(try await reply("evil.example", "/readyz").status == 200)
        #expect(try await reply(nil, "/v1/materials").status == 200)
        let named = try await reply("evil.example", "/v1/materials") {
            $0.hostNames = ["evil.example"]
        }
        #expect(named.status == 200)
    }

    @Test func `a service with a token answers to any name`() async throws {
        let reply = try await reply("evil.example", "/v1/materials") {
            $0.token = "correct-horse-battery"
        }
        #expect(reply.status == 401)
    }
}
