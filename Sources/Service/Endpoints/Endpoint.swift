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
///     ) { digest, request, service async throws(ServiceError) in
///         try await service.renderImage(digest, request, for: request.preferences)
///     }
/// }
/// ```
struct Endpoint: Sendable {
    /// The facts about the endpoint.
    let row: EndpointRow
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
        needs need: EndpointRow.Need = .token,
        publicFrom publicLevel: PublicAccess? = nil,
        isBeyondPresets: Bool = false,
        isOfMonitoring: Bool = false,
        isProbe: Bool = false,
        serve:
            @escaping @Sendable (
                Variable, RequestContext, ImageService
            ) async throws(ServiceError) -> Response
    ) {
        row = EndpointRow(
            method: method,
            template: path.template,
            summary: summary,
            need: need,
            publicLevel: publicLevel,
            isBeyondPresets: isBeyondPresets,
            isOfMonitoring: isOfMonitoring,
            isProbe: isProbe
        )
        matches = { path.variable(in: $0) != nil }
        self.serve = { segments, request, service async throws(ServiceError) in
            guard let variable = path.variable(in: segments) else { throw .unexpected }
            return try await serve(variable, request, service)
        }
    }
}
