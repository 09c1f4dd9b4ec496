// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import HTTPTypes

/// The ports of the service, which have different addresses.
enum ServicePort: Sendable {
    /// The port for everybody.
    case main
    /// The port of `--admin-listen`, for monitoring alone.
    case admin

    /// Whether an address is served on the port.
    ///
    /// - Parameters:
    ///   - route: The address.
    ///   - isAlone: Whether there is no other port.
    /// - Returns: Whether it is.
    func serves(_ route: Route, isAlone: Bool) -> Bool {
        switch self {
        case .main: isAlone || !route.isOfMonitoring
        case .admin: route.isOfMonitoring
        }
    }

    /// The advice for a request to an address that is not served on this port.
    func advice(for path: Substring) -> String {
        switch self {
        case .main where Endpoint(path: path)?.route.isOfMonitoring == true:
            "It is served at the address of --admin-listen."
        case .main: AddressAdvice.sentence(for: path)
        case .admin: "This port has /metrics, /v1/status, /healthz and /readyz alone."
        }
    }
}

/// The handler of all requests on the ports of `--admin-listen`.
///
/// They need no token: whoever reaches such a port may see how the service does.
package final class AdminHandler: HTTPHandler {
    private let service: ImageService

    /// Creates the handler for a service.
    package init(_ service: ImageService) { self.service = service }

    /// Answers a request.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) {
        service.handle(request, on: exchange, of: .admin)
    }

    /// Describes a fault of the message as a problem.
    package func response(
        to fault: HTTPFault,
        on exchange: HTTPExchange
    ) -> (HTTPResponse, [UInt8]) {
        service.response(to: fault, on: exchange)
    }

    /// Writes the line of an exchange to the log.
    package func exchangeDidEnd(_ record: ExchangeRecord) { service.exchangeDidEnd(record) }
}
