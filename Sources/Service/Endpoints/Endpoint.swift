// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// An endpoint: the facts about one method of an address, and the function that serves it.
///
/// The rows are ``all``. The router, `OPTIONS`, 405 with `Allow`, the scopes of tokens, the labels of metrics, the
/// ports and the paths of the probes follow from them, and a test compares them with openapi.yaml. To add an
/// endpoint, add a file with its row and its function, and the row to the list:
///
/// ```swift
/// extension Endpoint {
///     /// Serves `GET /v1/images/{digest}/render`.
///     static let renderedImage = Endpoint(
///         .get, .image("/v1/images/{digest}/render"), "Render a kept image.",
///         needs: .scope(.render), publicFrom: .renders
///     ) { digest, request, service throws(ServiceError) in
///         try service.renderImage(digest, request, for: request.preferences)
///     }
/// }
/// ```
struct Endpoint: Sendable {
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
    /// Whether the path of a request, split at `/`, is that of the endpoint.
    let matches: @Sendable ([Substring]) -> Bool
    /// Serves a request whose path, split at `/`, matches.
    let serve:
        @Sendable ([Substring], RequestContext, ImageService) async throws(ServiceError) -> Response

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - method: The method; GET includes HEAD.
    ///   - path: The path, with the type of its variable.
    ///   - summary: The use of the endpoint, as openapi.yaml summarizes it.
    ///   - need: The credentials that a request needs.
    ///   - publicLevel: The narrowest setting with which GET and HEAD need no token; nil for none.
    ///   - isBeyondPresets: Whether no preset can describe the result.
    ///   - isOfMonitoring: Whether monitoring asks for it all the time.
    ///   - isProbe: Whether it is a probe.
    ///   - serve: Serves a request with the value of the variable.
    init<Variable: Sendable>(
        _ method: HTTPRequest.Method,
        _ path: PathPattern<Variable>,
        _ summary: String,
        needs need: Need = .token,
        publicFrom publicLevel: PublicAccess? = nil,
        isBeyondPresets: Bool = false,
        isOfMonitoring: Bool = false,
        isProbe: Bool = false,
        serve:
            @escaping @Sendable (
                Variable, RequestContext, ImageService
            ) async throws(ServiceError) -> Response
    ) {
        self.method = method
        template = path.template
        self.summary = summary
        self.need = need
        self.publicLevel = publicLevel
        self.isBeyondPresets = isBeyondPresets
        self.isOfMonitoring = isOfMonitoring
        self.isProbe = isProbe
        matches = { path.variable(in: $0) != nil }
        self.serve = { segments, request, service async throws(ServiceError) in
            guard let variable = path.variable(in: segments) else { throw .unexpected }
            return try await serve(variable, request, service)
        }
    }

    /// The methods that the endpoint serves.
    var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
}
