// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// Refuses a request that needs no token if its host has a name that a stranger may control.
struct HostLayer: RequestLayer {
    /// The names under which the service can be reached.
    let names: HostNames

    // Browsers cannot connect to unix sockets, and always send `Host`. The probes reveal nothing.
    func admit(_ request: inout RequestContext) throws(ServiceError) {
        guard case .open = request.access, let authority = request.request.authority,
            request.exchange.peer != "unix", !names.include(authority),
            !request.isProbe(request.path)
        else { return }
        throw .unknownHost(authority)
    }
}
