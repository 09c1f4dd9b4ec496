// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The addresses of the service with their endpoints, found by path.
struct Router: Sendable {
    /// An address that was found for a path.
    struct Match: Sendable {
        /// The address.
        let address: Address
        /// The path, split at `/`.
        let segments: [Substring]
        fileprivate let endpoints: [Endpoint]

        /// Finds the endpoint for a method; nil if the address does not have the method.
        func endpoint(for method: HTTPRequest.Method) -> Endpoint? {
            endpoints.first { $0.row.methods.contains(method) }
        }
    }

    /// The router of all endpoints.
    static let standard = Router(Endpoint.all)

    /// The addresses, in the order of the endpoints.
    let addresses: [Address]
    /// The paths of the probes.
    let probes: [String]

    private let endpoints: [[Endpoint]]
    private let fixed: [Substring: Int]
    private let patterns: [Int]

    /// Groups endpoints by their addresses.
    init(_ all: [Endpoint]) {
        var templates: [String] = []
        for endpoint in all where !templates.contains(endpoint.row.template) {
            templates.append(endpoint.row.template)
        }
        endpoints = templates.map { template in all.filter { $0.row.template == template } }
        addresses = endpoints.enumerated().map { Address(index: $0, $1.map(\.row)) }
        probes = all.filter(\.row.isProbe).map(\.row.template)
        let isPattern = templates.map { $0.contains("{") }
        patterns = templates.indices.filter { isPattern[$0] }
        let rest = templates.indices.filter { !isPattern[$0] }
        fixed = Dictionary(uniqueKeysWithValues: rest.map { (templates[$0][...], $0) })
    }

    /// Finds the address of a path; nil if there is none.
    func match(_ path: Substring) -> Match? {
        let segments = path.pathSegments
        let index = fixed[path] ?? patterns.first { endpoints[$0][0].matches(segments) }
        return index.map {
            Match(address: addresses[$0], segments: segments, endpoints: endpoints[$0])
        }
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
