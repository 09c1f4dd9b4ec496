// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Refuses header fields that are too long to be parsed on an event loop.
struct FieldLengthLayer: RequestLayer {
    func admit(_ request: inout RequestContext) throws(ServiceError) {
        try FieldLimits.check(request.request.headerFields)
    }
}
