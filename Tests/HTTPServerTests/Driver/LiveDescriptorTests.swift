// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@Suite struct LiveDescriptorTests {
    /// What the process of the server may have; half of it is left to others than connections, and a
    /// fourth is what the files of the handler find room in.
    private static let limit: UInt = 120

    /// Serves with few descriptors until somebody has asked for `/last`.
    private static func serveWithFewDescriptors(_ path: String) throws {
        limitDescriptors(to: limit)
        let live = try LiveServer([.unix(path: path)])
        let isOver = eventually {
            live.handler.records.withLock { $0.contains { $0.request?.path == "/last" } }
        }
        #expect(isOver)
        #expect(live.server.statistics.connectionsRefused > 0)
        #expect(live.server.statistics.connectionsAccepted > limit)
    }

    @Test func `goes on after it ran out of descriptors`() async throws {
        let path = temporarySocketPath()
        async let client: Void = onThread {
            var clients: [TestClient] = []
            guard eventually({ TestClient(.unix(path: path)) != nil }) else { return }
            for _ in 0..<(2 * Self.limit) {
                guard let client = TestClient(.unix(path: path)) else { continue }
                clients.append(client)
            }
            #expect(clients.count > Self.limit)
            #expect(clients.first?.get("/hello")?.status == 200)
            clients.removeAll()
            // While those that waited are found closed, one more may be turned away.
            let isServed = eventually {
                TestClient(.unix(path: path))?.get("/last")?.status == 404
            }
            #expect(isServed)
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Self.serveWithFewDescriptors(path)
        }
        try await client
    }
}
