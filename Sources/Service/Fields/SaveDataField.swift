// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The field `Save-Data`: whether the user of a client wants less data to be sent.
///
/// Reference: W3C Save Data API, section 3.
enum SaveDataField {
    /// The name of the field, for `Vary`.
    static let name = HTTPField.Name.saveData.rawName

    /// Whether a request has the field, and its first token is `on`.
    static func isOn(_ fields: HTTPFields) -> Bool {
        guard let value = fields[.saveData] else { return false }
        let token = FieldSyntax.split(value, at: UInt8(ascii: ";")).first ?? ""
        return token.lowercased() == "on"
    }
}
