// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The identifiers of a request for logs and answers, and the fields that every answer to it has.
struct RequestNames: Sendable {
    /// The identifier of the request.
    let id: String

    /// The trace that the request belongs to.
    let traceParent: String?

    /// The origin of the page that makes the request, if it is one of a page.
    let origin: String?

    private let policy: CORSPolicy

    /// The annotation with the origin, which the log leaves out.
    private static let originKey = "origin"

    /// Takes the identifiers from the fields of a request; creates a missing or invalid one.
    init(_ fields: HTTPFields, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
        origin = fields[.origin]
        id = RequestIdentifier.make(from: fields[.requestID])
        traceParent = TraceParent.validated(fields[.traceParent])
    }

    /// Takes the identifiers from the annotations of an exchange; creates a missing one.
    init(_ notes: ExchangeAnnotations, policy: CORSPolicy = CORSPolicy([])) {
        self.policy = policy
        origin = notes[Self.originKey]
        id = notes[.requestID] ?? RequestIdentifier.make(from: nil)
        traceParent = notes[.traceParent]
    }

    /// Annotates the identifiers for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
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

    /// The fields with the identifiers, and for browsers.
    var fields: [PreparedResponse.Field] {
        let browser = policy.fields(for: origin)
        guard let traceParent else { return [(.requestID, id)] + browser }
        return [(.requestID, id), (.traceParent, traceParent)] + browser
    }

    private static func complete(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields[.xContentTypeOptions] = "nosniff"
        return response
    }
}
