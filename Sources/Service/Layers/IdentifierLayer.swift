// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// Names each request in its responses and in the log: by its identifier, and by its span in a trace.
struct IdentifierLayer: RequestLayer {
    func admit(_ request: inout RequestContext) throws(ServiceError) {
        request.names.annotate(request.exchange)
    }

    func fields(for names: RequestNames) -> [PreparedResponse.Field] {
        guard let traceParent = names.traceParent else { return [(.requestID, names.id)] }
        return [(.requestID, names.id), (.traceParent, traceParent)]
    }
}
