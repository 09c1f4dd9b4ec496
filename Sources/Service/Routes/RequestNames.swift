// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The identifiers of a request for logs and answers, and the fields that every answer has.
struct RequestNames: Sendable {
    /// The identifier of the request.
    let id: String

    /// The trace that the request belongs to.
    let traceParent: String?

    /// Takes the identifiers from the fields of a request; creates a missing or invalid one.
    init(_ fields: HTTPFields) {
        id = RequestIdentifier.make(from: fields[.requestID])
        traceParent = TraceParent.validated(fields[.traceParent])
    }

    /// Takes the identifiers from the annotations of an exchange; creates a missing one.
    init(_ notes: ExchangeAnnotations) {
        id = notes[.requestID] ?? RequestIdentifier.make(from: nil)
        traceParent = notes[.traceParent]
    }

    /// Annotates the identifiers for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
    }

    /// Adds the fields that every answer has.
    func complete(_ response: inout HTTPResponse) {
        response = Self.complete(response)
        for field in fields { response.headerFields[field.name] = field.value }
    }

    /// Encodes the head of answers that differ only in the identifiers of their requests.
    static func prepare(_ response: HTTPResponse) -> PreparedResponse {
        PreparedResponse(complete(response))
    }

    /// The fields with the identifiers.
    var fields: [PreparedResponse.Field] {
        guard let traceParent else { return [(.requestID, id)] }
        return [(.requestID, id), (.traceParent, traceParent)]
    }

    private static func complete(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.headerFields[.xContentTypeOptions] = "nosniff"
        return response
    }
}
