// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct ConnectionDistributorTests {
    private let context: ServerContext
    private let loop: EventLoop
    private let distributor: ConnectionDistributor

    init() throws {
        var configuration = HTTPServerConfiguration(addresses: [])
        configuration.limits.connections = 2
        context = ServerContext(configuration: configuration, handler: TestHandler())
        loop = try EventLoop(context: context)
        distributor = ConnectionDistributor(
            context: context,
            loops: [loop],
            reserve: (divisor: 1, minimum: 1)
        )
    }

    private var counts: [Int] {
        [
            loop.assignedCount.load(ordering: .relaxed),
            context.counters.connectionsOpen.load(ordering: .relaxed),
        ]
    }

    @Test func `counts the connections of a loop until they are closed`() async throws {
        let address = ListenAddress.unix(path: temporarySocketPath())
        let opened = try OpenSocket(
            address,
            configuration: HTTPServerConfiguration(addresses: [address])
        )
        defer { opened.close() }
        try loop.start()
        defer { loop.perform { $0.end() } }
        try await onThread {
            var clients: [TestClient] = []
            for count in 1...3 {
                clients.append(try #require(TestClient(address)))
                guard case .connection(let socket, let peer) = SocketAddress.accept(opened.socket)
                else { throw LiveServer.NoConnection() }
                #expect(distributor.take(socket, peer))
                // The one too many has a loop once no idle connection was found.
                #expect(eventually { counts == [count, count] })
            }
            // The third was one too many, and leaves when it has read so.
            #expect(clients.removeLast().get("/hello")?.status == 503)
            #expect(eventually { counts == [2, 2] })
            #expect(clients.first?.get("/hello")?.status == 200)
            clients.removeAll()
            #expect(eventually { counts == [0, 0] })
        }
    }

    @Test func `gives a connection to the loop with the fewest`() throws {
        let context = ServerContext(
            configuration: HTTPServerConfiguration(addresses: []),
            handler: TestHandler()
        )
        let loops = try (0..<2).map { _ in try EventLoop(context: context) }
        let distributor = ConnectionDistributor(
            context: context,
            loops: loops,
            reserve: (divisor: 1, minimum: 1)
        )
        for loop in loops { try loop.start() }
        defer { for loop in loops { loop.perform { $0.end() } } }
        // Closed with the loops, before the clients.
        var pairs: [SocketPair] = []
        func take(_ count: Int) throws -> [Int] {
            for _ in 0..<count {
                let pair = try #require(SocketPair())
                pairs.append(pair)
                #expect(distributor.take(pair.giveServer(), SocketAddress(path: "client")))
            }
            return loops.map { $0.assignedCount.load(ordering: .relaxed) }
        }
        #expect(try take(4) == [2, 2])
        loops[0].assignedCount.add(3, ordering: .relaxed)
        #expect(try take(3) == [5, 5])
        #expect(try take(2) == [6, 6])
        withExtendedLifetime(pairs) {}
    }
}
