// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension RequestContext {
    /// The name of the preset that is rendered; nil for none.
    var preset: String? { exchange.annotations[.preset] }
}
