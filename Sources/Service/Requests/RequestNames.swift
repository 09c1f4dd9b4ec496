// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The identifiers of a request for logs and answers, and the fields that every answer to it has.
struct RequestNames: Sendable {
    /// The identifier of the request, from `X-Request-Id` or generated.
    let id: String

    /// The value of `traceparent` for the answer: the caller's trace with a new span; nil for none.
    let traceParent: String?

    /// The span of the caller in the trace; nil without a trace.
    private let traceCaller: String?

    /// The field `Origin`: the origin of the web page that sends the request; nil for none.
    let origin: String?

    /// The meter of the caller's quota; nil without a quota.
    var meter: QuotaMeter?

    /// The key of the annotation that holds the origin, and is not logged.
    private static let originKey = "origin"

    /// Takes the identifiers from the fields of a request; generates a missing or invalid one.
    init(_ fields: HTTPFields) {
        origin = fields.value(of: .origin)
        id = RequestIdentifier.make(from: fields.value(of: .requestID))
        let trace = TraceParent(fields.value(of: .traceParent))
        traceParent = trace?.value
        traceCaller = trace?.caller
    }

    /// Takes the identifiers from the annotations of an exchange; generates a missing one.
    init(_ notes: ExchangeAnnotations) {
        origin = notes[Self.originKey]
        id = notes[.requestID] ?? RequestIdentifier.make(from: nil)
        traceParent = notes[.traceParent]
        traceCaller = notes[.traceCaller]
    }

    /// Stores the identifiers as annotations of an exchange, for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
        if let traceCaller { exchange.annotate(.traceCaller, traceCaller) }
        if let origin { exchange.annotate(Self.originKey, origin) }
    }

    /// Encodes a head once, for answers that differ only in the fields of their requests.
    static func prepare(_ response: HTTPResponse) -> PreparedResponse {
        PreparedResponse(complete(response))
    }

    /// The policy for browsers that open a response: no scripts, no requests, an origin of its own.
    ///
    /// An SVG is a document, whose scripts would otherwise run in the service's origin. Every response has
    /// the policy but the HTML pages, which state their own.
    private static let inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// Adds to a response the fields that keep browsers from interpreting its body.
    static func complete(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields[.xContentTypeOptions] = "nosniff"
        if response.headerFields[.contentSecurityPolicy] == nil {
            response.headerFields[.contentSecurityPolicy] = inertPolicy
        }
        return response
    }
}
