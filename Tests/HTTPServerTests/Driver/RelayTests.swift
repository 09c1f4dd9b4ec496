// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import HTTPServer

@Suite struct RelayTests {
    private let room = ResidentFileRoom(files: 16, bytes: 1 << 20)

    private func file(_ count: Int, _ octet: UInt8) throws -> ResidentFile {
        try #require(ResidentFile([Self.bytes(count, octet)], within: room))
    }

    /// Bytes that differ from page to page.
    private static func bytes(_ count: Int, _ octet: UInt8) -> [UInt8] {
        (0..<count).map { octet &+ UInt8(truncatingIfNeeded: $0 / 4_096) }
    }

    @Test(arguments: [1, 4_096, 4_097, 40_000])
    func `sends a file as often as it is asked to`(_ count: Int) throws {
        let relay = try #require(Relay(below: .max))
        let file = try file(count, 1)
        for _ in 0..<3 {
            let pair = try #require(SocketPair())
            #expect(relay.send(file, to: pair.server) == .bytes(count))
            #expect(pair.receive() == Self.bytes(count, 1))
        }
    }

    @Test func `keeps nothing of a file that was not taken as a whole`() throws {
        let relay = try #require(Relay(below: .max))
        let first = try file(ResidentFile.pagesLimit, 1)
        let second = try file(5_000, 200)
        // Holds a half of the file, whatever sockets make of their limits.
        let half = try #require(NarrowPipe(capacity: ResidentFile.pagesLimit / 2))
        #expect(relay.send(first, to: half.input) == .bytes(ResidentFile.pagesLimit / 2))
        #expect(relay.send(first, to: half.input) == .wouldBlock)
        let pair = try #require(SocketPair())
        #expect(relay.send(second, to: pair.server) == .bytes(5_000))
        #expect(pair.receive() == Self.bytes(5_000, 200))
    }

    @Test func `leaves a broken connection to others, and serves the next`() async throws {
        let next = try file(5_001, 90)
        let file = try file(9_000, 5)
        try await onThread {
            Syscall.blockBrokenPipeSignal()
            let relay = try #require(Relay(below: .max))
            let broken = try #require(SocketPair())
            broken.closeClient()
            #expect(relay.send(file, to: broken.server) == nil)
            #expect(Syscall.send(broken.server, file, from: 0) == .failed(EPIPE))
            let pair = try #require(SocketPair())
            #expect(relay.send(next, to: pair.server) == .bytes(5_001))
            #expect(pair.receive() == Self.bytes(5_001, 90))
        }
    }

    @Test func `leaves large files to others`() throws {
        let relay = try #require(Relay(below: .max))
        let file = try file(ResidentFile.pagesLimit + 1, 1)
        let pair = try #require(SocketPair())
        #expect(relay.send(file, to: pair.server) == nil)
        #expect(pair.receive().isEmpty)
    }

    @Test func `is over where the system refuses what it takes`() throws {
        let relay = try #require(Relay(below: .max))
        let file = try file(5_000, 3)
        // No pipe can be emptied into such a set.
        let set = Syscall.makeReadinessSet()
        defer { Syscall.closeDescriptor(set) }
        #expect(relay.send(file, to: set) == nil)
        let pair = try #require(SocketPair())
        #expect(relay.send(file, to: pair.server) == nil)
        #expect(pair.receive().isEmpty)
    }

    @Test func `takes no descriptor that connections need`() async {
        await #expect(processExitsWith: .success) {
            limitDescriptors(to: 100)
            // What is made in vain, up to each of its descriptors, leaves nothing behind.
            for _ in 0..<100 {
                let isMade = (0...100).map { Relay(below: $0) != nil }
                #expect(isMade.first == false)
                #expect(isMade.last == true)
            }
        }
    }
}
