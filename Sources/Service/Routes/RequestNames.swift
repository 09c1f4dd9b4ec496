// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// What a request is called in logs and in its answer.
struct RequestNames: Sendable {
    /// The name of the request.
    let id: String

    /// The trace that the request belongs to.
    let traceParent: String?

    /// Whether the client chose ``id``.
    private let isChosen: Bool

    /// Takes over what the client calls its request, or makes a name.
    init(_ fields: HTTPFields) {
        let chosen = fields[.requestID]
        id = RequestIdentifier.make(from: chosen)
        isChosen = id == chosen
        traceParent = TraceParent.validated(fields[.traceParent])
    }

    /// The names of a later request with the same fields.
    init(after earlier: RequestNames) {
        id = earlier.isChosen ? earlier.id : RequestIdentifier.make(from: nil)
        isChosen = earlier.isChosen
        traceParent = earlier.traceParent
    }

    /// Notes the names for the log.
    func annotate(_ exchange: HTTPExchange) {
        exchange.annotate(AccessLog.requestKey, id)
        if let traceParent { exchange.annotate(AccessLog.traceKey, traceParent) }
    }

    /// The names as fields of an answer.
    var fields: [PreparedResponse.Field] {
        guard let traceParent else { return [(.requestID, id)] }
        return [(.requestID, id), (.traceParent, traceParent)]
    }
}
