// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import HTTPServer
import Service
import Testing

@Suite
struct SlowReaderTests {
    /// The two limits that a stalled reader meets, one after the other.
    struct Limits: Sendable {
        let idle: Duration
        let lag: Duration
    }

    /// Asks for something and reads next to nothing of it: the pipe behind curl fills up.
    private static func beginToRead(_ target: String, over socket: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #"curl -s --unix-socket "$0" "$1" | sleep 20"#, socket, target]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test(arguments: [
        Limits(idle: .seconds(300), lag: .seconds(1)),
        Limits(idle: .seconds(1), lag: .seconds(300)),
    ])
    func `lets no reader hold an answer for long`(_ limits: Limits) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let socket = folder.path("s")
        let service = try TestService(.socket) { configuration in
            configuration.listen.append(.unix(path: socket))
        } configureServer: { configuration in
            configuration.limits.leastRate = 100_000_000
            configuration.timeouts.writeIdle = limits.idle
            configuration.timeouts.writeLag = limits.lag
        }
        // More than the buffers of a unix socket take.
        let picture = try TestPicture.make(.png(PNGOptions()), width: 1_200, height: 1_000)
        #expect(picture.count > 1 << 20)
        let kept = try await service.send(.post("/v1/images", picture))
        let target = "http://localhost" + (kept["Location"] ?? "")
        let reader = try Self.beginToRead(target, over: socket)
        defer {
            reader.terminate()
            reader.waitUntilExit()
        }
        let line = try await service.log.line { $0["method"] == "GET" }
        #expect(line?["outcome"] == "timed_out")
        #expect(line?["status"] == 200)
    }
}
