// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import HTTPServer
import Logging
import Service
import Testing

@Suite
struct SlowReaderTests {
    /// How slowly somebody reads, and which of the two limits it meets.
    struct Reader: Sendable {
        let rate: String
        let idle: Duration
        let lag: Duration
    }

    @Test(arguments: [
        Reader(rate: "50k", idle: .seconds(300), lag: .seconds(1)),
        Reader(rate: "1", idle: .seconds(1), lag: .seconds(300)),
    ])
    func `lets no reader hold an answer for long`(_ reader: Reader) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let socket = folder.path("s")
        let service = try TestService(.socket) { configuration in
            configuration.listen.append(.unix(path: socket))
        } configureServer: { configuration in
            configuration.limits.leastWriteRate = 100_000_000
            configuration.timeouts.writeIdle = reader.idle
            configuration.timeouts.writeLag = reader.lag
        }
        // More than the buffers of a unix socket take.
        let picture = try TestPicture.make(.png(PNGOptions()), width: 1_200, height: 1_000)
        #expect(picture.count > 1 << 20)
        let kept = try await service.send(.post("/v1/images", picture))
        let target = "http://localhost" + (kept["Location"] ?? "")
        async let result = Curl.run([
            "--unix-socket", socket, "--limit-rate", reader.rate, "--max-time", "10",
            "-o", "/dev/null", target,
        ])
        let line = try await service.log.line { $0["method"] == "GET" }
        #expect(line?["outcome"] == "timed_out")
        #expect(line?["status"] == .stringConvertible(200))
        #expect(try await result.code != 0)
    }
}
