// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import HTTPTypes

/// The handler of all requests on the ports of `--admin-listen`.
///
/// The requests need no token: whoever reaches such a port may see how the service does.
package final class AdminHandler: HTTPHandler {
    private let service: ImageService

    /// Creates the handler for a service.
    package init(_ service: ImageService) { self.service = service }

    /// Responds to a request that arrived on an admin port.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) async {
        await service.begin(request, on: exchange, of: .admin)?()
    }

    /// Creates the response to a request that the HTTP server refused: a problem document.
    package func response(
        to fault: HTTPFault,
        on exchange: HTTPExchange
    ) -> (HTTPResponse, [UInt8]) {
        service.response(to: fault, on: exchange)
    }

    /// Writes the log line of an exchange that has ended.
    package func exchangeDidEnd(_ record: ExchangeRecord) { service.exchangeDidEnd(record) }
}

extension ServicePort {
    /// The advice for a request to an address that this port does not serve, as a sentence.
    func advice(for path: Substring) -> String {
        switch self {
        case .main where Router.standard.match(path)?.address.route.isOfMonitoring == true:
            "It is served at the address of --admin-listen."
        case .main: AddressAdvice.sentence(for: path)
        case .admin: "This port has /metrics, /v1/status, /healthz and /readyz alone."
        }
    }
}
