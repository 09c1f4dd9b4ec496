// SPDX-License-Identifier: Apache-2.0

/// The ports of the service, which serve different addresses.
enum ServicePort: Sendable {
    /// The port for all clients.
    case main
    /// The port of the option `admin-listen`, for monitoring only.
    case admin

    /// Whether an address is served on the port.
    ///
    /// - Parameters:
    ///   - route: The address.
    ///   - isAlone: Whether the service has no other port.
    /// - Returns: Whether the address is served.
    func serves(_ route: Route, isAlone: Bool) -> Bool {
        switch self {
        case .main: isAlone || !route.isOfMonitoring
        case .admin: route.isOfMonitoring
        }
    }
}
