// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTPServer

@Suite struct CongestionControlTests {
    private func control(_ host: String) throws -> String {
        try accepted(.tcp(host: host, port: 0)) { socket, _ in congestionControl(of: socket) }
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1"])
    func `needs no timers where nothing passes a network`(_ host: String) throws {
        #expect(try control(host) == "reno")
    }

    @Test(arguments: ["0.0.0.0", "::"])
    func `is the system's choice for all others`(_ host: String) throws {
        let choice = try String(
            contentsOfFile: "/proc/sys/net/ipv4/tcp_congestion_control",
            encoding: .utf8
        )
        #expect(try control(host) == choice.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
