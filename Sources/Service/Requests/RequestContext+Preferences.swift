// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension RequestContext {
    /// The preferences of the client, from the fields of the request.
    var preferences: ClientPreferences {
        let savesData = SaveDataField.isOn(request.headerFields)
        return ClientPreferences(accept: accept, hints: hints, savesData: savesData)
    }
}
