// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Service

/// `frostpane health`: asks the server that the same options describe whether it is alive.
///
/// It is for the health checks of containers, whose images hold no other client of HTTP.
enum HealthCommand {
    static let helpText = """
        frostpane health [options]

        Asks the server that frostpane serve would be with the same options, environment and file
        whether it is alive, at the first of its addresses. Ends with 0 if it is, with 69 if not.

        """

    static func run(
        arguments: [String],
        environment: [String: String]
    ) throws(Complaint) -> ExitCode {
        let configuration = try ServeCommand.configuration(arguments, environment)
        guard let address = configuration.listen.first else {
            throw Complaint(.usage, "no address to ask")
        }
        let status: Int?
        do {
            status = try HealthProbe(address).status()
        } catch {
            throw Complaint(.unavailable, "\(address) does not answer: \(error.words)")
        }
        guard status == 200 else {
            let answer = status.map(String.init) ?? "nonsense"
            throw Complaint(.unavailable, "\(address) answers \(answer)")
        }
        return .success
    }
}
