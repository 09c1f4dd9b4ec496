// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The names of a request in logs and in its answer, and with them the fields that every answer has.
struct RequestNames: Sendable {
    /// The name of the request.
    let id: String

    /// The trace that the request belongs to.
    let traceParent: String?

    /// Takes over what the client calls its request, or makes a name.
    init(_ fields: HTTPFields) {
        id = RequestIdentifier.make(from: fields[.requestID])
        traceParent = TraceParent.validated(fields[.traceParent])
    }

    /// The names that were noted for the log; a missing one is made.
    init(_ notes: ExchangeAnnotations) {
        id = notes[.requestID] ?? RequestIdentifier.make(from: nil)
        traceParent = notes[.traceParent]
    }

    /// Notes the names for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
    }

    /// Adds the fields that every answer has.
    func complete(_ response: inout HTTPResponse) {
        response = Self.complete(response)
        for field in fields { response.headerFields[field.name] = field.value }
    }

    /// Writes down the head of answers that differ in the names of their requests alone.
    static func prepare(_ response: HTTPResponse) -> PreparedResponse {
        PreparedResponse(complete(response))
    }

    /// The fields that tell the names.
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
