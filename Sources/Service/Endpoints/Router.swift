// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The addresses of the service with their endpoints, found by path.
struct Router: Sendable {
    /// An address with the endpoints for its methods.
    struct Address: Sendable {
        /// The address, as logs and metrics name it.
        let route: Route
        /// The endpoints, that for GET first.
        let endpoints: [Endpoint]
        /// The methods, OPTIONS included.
        let methods: [HTTPRequest.Method]
        /// The value of the field `Allow`: the methods.
        let allow: String

        fileprivate init(index: Int, _ endpoints: [Endpoint]) {
            self.endpoints = endpoints
            methods = endpoints.flatMap(\.methods) + [.options]
            allow = methods.map(\.rawValue).joined(separator: ", ")
            route = Route(
                index: index,
                text: endpoints[0].template,
                isOfMonitoring: endpoints[0].isOfMonitoring,
                publicLevel: endpoints[0].publicLevel
            )
        }

        /// Finds the endpoint for a method; nil if the address does not have the method.
        func endpoint(for method: HTTPRequest.Method) -> Endpoint? {
            endpoints.first { $0.methods.contains(method) }
        }
    }

    /// An address that was found for a path.
    struct Match: Sendable {
        /// The address.
        let address: Address
        /// The path, split at `/`.
        let segments: [Substring]
    }

    /// The router of all endpoints.
    static let standard = Router(Endpoint.all)

    /// The addresses, in the order of the endpoints.
    let addresses: [Address]
    /// The paths of the probes.
    let probes: [String]

    private let fixed: [Substring: Address]
    private let patterns: [Address]

    /// Groups endpoints by their addresses.
    init(_ endpoints: [Endpoint]) {
        var templates: [String] = []
        for endpoint in endpoints where !templates.contains(endpoint.template) {
            templates.append(endpoint.template)
        }
        addresses = templates.enumerated().map { index, template in
            Address(index: index, endpoints.filter { $0.template == template })
        }
        probes = endpoints.filter(\.isProbe).map(\.template)
        patterns = addresses.filter { $0.route.text.contains("{") }
        let rest = addresses.filter { !$0.route.text.contains("{") }
        fixed = Dictionary(uniqueKeysWithValues: rest.map { ($0.route.text[...], $0) })
    }

    /// Finds the address of a path; nil if there is none.
    func match(_ path: Substring) -> Match? {
        if let address = fixed[path] { return Match(address: address, segments: path.pathSegments) }
        let segments = path.pathSegments
        let found = patterns.first { $0.endpoints[0].matches(segments) }
        return found.map { Match(address: $0, segments: segments) }
    }
}

extension Route: MetricLabel {
    static let name = "route"

    /// The label of an address that does not exist.
    static let other = Route(
        index: Router.standard.addresses.count,
        text: "other",
        isOfMonitoring: false,
        publicLevel: nil
    )

    static let allCases = Router.standard.addresses.map(\.route) + [other]

    /// Finds the address with a path as openapi.yaml writes it; nil if there is none.
    init?(template: String) {
        guard let known = Self.allCases.first(where: { $0.text == template }) else { return nil }
        self = known
    }
}
