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

    private let policy: CORSPolicy

    /// The meter of the caller's quota; nil without a quota.
    var meter: QuotaMeter?

    /// The key of the annotation that holds the origin, and is not logged.
    private static let originKey = "origin"

    /// Takes the identifiers from the fields of a request; generates a missing or invalid one.
    init(_ fields: HTTPFields, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
        origin = fields.value(of: .origin)
        id = RequestIdentifier.make(from: fields.value(of: .requestID))
        let trace = TraceParent(fields.value(of: .traceParent))
        traceParent = trace?.value
        traceCaller = trace?.caller
    }

    /// Takes the identifiers from the annotations of an exchange; generates a missing one.
    init(_ notes: ExchangeAnnotations, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
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

    /// Adds to a response the fields that every answer to the request has.
    func complete(_ response: inout HTTPResponse) {
        response = Self.complete(response)
        for field in fields {
            response.headerFields.append(HTTPField(name: field.name, value: field.value))
        }
    }

    /// Encodes a head once, for answers that differ only in the fields of their requests.
    static func prepare(_ response: HTTPResponse) -> PreparedResponse {
        PreparedResponse(complete(response))
    }

    /// The fields of every answer: the identifiers, CORS, and the use of the caller's quota.
    var fields: [PreparedResponse.Field] {
        let further = policy.fields(for: origin) + (meter?.fields() ?? [])
        guard let traceParent else { return [(.requestID, id)] + further }
        return [(.requestID, id), (.traceParent, traceParent)] + further
    }

    /// The policy for browsers that open a response: no scripts, no requests, an origin of its own.
    ///
    /// An SVG is a document, whose scripts would otherwise run in the service's origin. Every response has
    /// the policy but the HTML pages, which state their own.
    private static let inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    private static func complete(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields[.xContentTypeOptions] = "nosniff"
        if response.headerFields[.contentSecurityPolicy] == nil {
            response.headerFields[.contentSecurityPolicy] = inertPolicy
        }
        return response
    }
}
