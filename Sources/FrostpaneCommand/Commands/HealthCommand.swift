// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform
import Service

/// `frostpane health`: checks whether the server with the same options is alive.
///
/// It serves the health checks of containers whose images contain no other HTTP client.
enum HealthCommand: Subcommand {
    static let summary = CommandSummary(
        name: "health",
        abstract: "Check whether the server is alive.",
        usage: "frostpane health [options]",
        discussion: """
            Asks the server that frostpane serve starts with the same options, environment and file, \
            at its first address, or its first one for monitoring. The exit code is 0 if it is alive, and 69 if not.
            """
    )

    static let sections: [any OptionSection.Type] = [ServerSection.self]

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        let configuration: Configuration
        do {
            configuration = try ServeCommand.read(arguments, environment)
        } catch {
            // Its lines are no log.
            throw error.reported(as: .text)
        }
        guard let address = configuration.adminListen.first ?? configuration.listen.first else {
            throw Complaint(.usage, "no address to check")
        }
        let status: Int?
        do {
            status = try HealthProbe(address).status()
        } catch {
            throw Complaint(.unavailable, "\(address) does not respond: \(error.words)")
        }
        guard status == 200 else {
            let answer = status.map(String.init) ?? "nonsense"
            throw Complaint(.unavailable, "\(address) responds with \(answer)")
        }
        return .success
    }
}
