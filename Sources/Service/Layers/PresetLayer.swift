// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Refuses what no preset can describe, on a server that renders nothing but presets.
struct PresetLayer: RequestLayer {
    private let access: AccessControl

    /// Creates the layer with the presets of the service.
    init(_ access: AccessControl) { self.access = access }

    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields? {
        let row = address.row(for: request.request.method)
        if row?.isBeyondPresets == true { try access.refuseBeyondPresets() }
        return nil
    }
}
