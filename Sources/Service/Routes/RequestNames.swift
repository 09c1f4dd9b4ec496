// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The identifiers of a request for logs and answers, and the fields that every answer to it has.
struct RequestNames: Sendable {
    /// The identifier of the request.
    let id: String

    /// The trace that the request belongs to, with a span of its own.
    let traceParent: String?

    /// The span of the caller in the trace.
    private let traceCaller: String?

    /// The origin of the page that makes the request, if it is one of a page.
    let origin: String?

    private let policy: CORSPolicy

    /// The use of the caller's quota; nil without one.
    var meter: QuotaMeter?

    /// The annotation with the origin, which the log leaves out.
    private static let originKey = "origin"

    /// Takes the identifiers from the fields of a request; creates a missing or invalid one.
    init(_ fields: HTTPFields, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
        origin = fields.value(of: .origin)
        id = RequestIdentifier.make(from: fields.value(of: .requestID))
        let trace = TraceParent(fields.value(of: .traceParent))
        traceParent = trace?.value
        traceCaller = trace?.caller
    }

    /// Takes the identifiers from the annotations of an exchange; creates a missing one.
    init(_ notes: ExchangeAnnotations, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
        origin = notes[Self.originKey]
        id = notes[.requestID] ?? RequestIdentifier.make(from: nil)
        traceParent = notes[.traceParent]
        traceCaller = notes[.traceCaller]
    }

    /// Annotates the identifiers for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
        if let traceCaller { exchange.annotate(.traceCaller, traceCaller) }
        if let origin { exchange.annotate(Self.originKey, origin) }
    }

    /// Adds the fields that every answer has.
    func complete(_ response: inout HTTPResponse) {
        response = Self.complete(response)
        for field in fields {
            response.headerFields.append(HTTPField(name: field.name, value: field.value))
        }
    }

    /// Encodes the head of answers that differ only in the identifiers of their requests.
    static func prepare(_ response: HTTPResponse) -> PreparedResponse {
        PreparedResponse(complete(response))
    }

    /// The fields with the identifiers, for browsers, and about the caller's quota.
    var fields: [PreparedResponse.Field] {
        let further = policy.fields(for: origin) + (meter?.fields() ?? [])
        guard let traceParent else { return [(.requestID, id)] + further }
        return [(.requestID, id), (.traceParent, traceParent)] + further
    }

    private static func complete(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields[.xContentTypeOptions] = "nosniff"
        return response
    }
}
