// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Service
import TestSupport

/// A service to send requests to, over one of the transports.
final class TestService: Sendable {
    /// The service.
    let service: ImageService
    /// The lines that it logged.
    let log: LogRecorder
    private let server: HTTPServer?
    private let base: String

    /// Starts a service.
    init(
        _ transport: Transport,
        configure: (inout Configuration) -> Void = { _ in },
        configureServer: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.statedWorkers = 2
        configuration.listen = [.tcp(host: "127.0.0.1", port: 0)]
        // Debug and sanitized builds on a busy machine take far longer than what is served.
        configuration.deadline = .seconds(300)
        configuration.queueWait = .seconds(300)
        configure(&configuration)
        log = try LogRecorder()
        configuration.logFormat = .json
        service = ImageService(configuration: configuration, log: log.sink)
        guard transport == .socket else {
            server = nil
            base = ""
            return
        }
        var serverConfiguration = HTTPServerConfiguration(addresses: configuration.listen)
        configureServer(&serverConfiguration)
        let server = HTTPServer(configuration: serverConfiguration, handler: service)
        var base = ""
        for case .tcp(let host, let port) in try server.start() { base = "http://\(host):\(port)" }
        self.base = base
        self.server = server
    }

    deinit {
        server?.stop()
        service.shutDown()
    }

    /// The beginning of addresses, for a live server.
    var address: String { base }

    /// Sends a request and waits for the whole answer.
    func send(_ call: Call, pieceLength: Int = 1 << 16) async throws -> Reply {
        guard server == nil else { return try await Curl.send(call, to: base) }
        return await delivery { deliver in
            RouterExchange(call, to: service, pieceLength: pieceLength, completion: deliver).begin()
        }
    }
}
