// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// What a request is called in logs and in its answer.
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

    /// Notes the names for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(.requestID, id)
        if let traceParent { exchange.annotate(.traceParent, traceParent) }
    }

    /// The names as fields of an answer.
    var fields: [PreparedResponse.Field] {
        guard let traceParent else { return [(.requestID, id)] }
        return [(.requestID, id), (.traceParent, traceParent)]
    }
}
