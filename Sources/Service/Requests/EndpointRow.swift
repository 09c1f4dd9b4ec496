// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The facts about an endpoint: one method of an address, and what surrounds the function that serves it.
struct EndpointRow: Sendable {
    /// The credentials that a request needs, unless the operator has opened the address.
    enum Need: Hashable, Sendable {
        /// The request needs no token, or the function asks for one itself.
        case nothing
        /// Any token suffices.
        case token
        /// The token must have a scope.
        case scope(AccessScope)
    }

    /// The method; an endpoint for GET serves HEAD as well.
    let method: HTTPRequest.Method
    /// The path with its variables in braces, as in openapi.yaml.
    let template: String
    /// The use of the endpoint, as openapi.yaml summarizes it.
    let summary: String
    /// The credentials that a request needs.
    let need: Need
    /// The narrowest setting with which GET and HEAD need no token; nil if all settings require it.
    let publicLevel: PublicAccess?
    /// Whether the endpoint computes results that no preset can describe.
    let isBeyondPresets: Bool
    /// Whether monitoring asks for the address all the time: it is served on the monitoring port, and its
    /// successes are not worth a log line.
    let isOfMonitoring: Bool
    /// Whether the endpoint is a probe, which is found without the base path and without room for connections.
    let isProbe: Bool

    /// The methods that the endpoint serves.
    var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
}

/// An address of the service with the rows of the endpoints for its methods.
struct Address: Sendable {
    /// The address, as logs and metrics name it.
    let route: Route
    /// The rows, that for GET first.
    let rows: [EndpointRow]
    /// The methods, OPTIONS included.
    let methods: [HTTPRequest.Method]
    /// The value of the field `Allow`: the methods.
    let allow: String

    /// Creates an address from the rows of its endpoints, of which there is at least one.
    init(index: Int, _ rows: [EndpointRow]) {
        self.rows = rows
        methods = rows.flatMap(\.methods) + [.options]
        allow = methods.map(\.rawValue).joined(separator: ", ")
        route = Route(
            index: index,
            text: rows[0].template,
            isOfMonitoring: rows[0].isOfMonitoring,
            publicLevel: rows[0].publicLevel
        )
    }

    /// Finds the row for a method; nil if the address does not have the method.
    func row(for method: HTTPRequest.Method) -> EndpointRow? {
        rows.first { $0.methods.contains(method) }
    }
}
