// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

// As the cookbook has it, to the letter.
// swift-format-ignore
func sign(
    _ path: String, _ parameters: [(String, String)], _ keyID: String, _ key: String, until expires: Int?
) -> String {
    let expiry = expires.map { [("expires", String($0))] } ?? []
    let pairs = (parameters + [("key-id", keyID)] + expiry).sorted { $0.0 < $1.0 }
    let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: " "..."z"))
        .union(CharacterSet(charactersIn: "-._~"))
    func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain)! }
    let text = path + "?" + pairs.map { escaped($0.0) + "=" + escaped($0.1) }.joined(separator: "&")
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8)))
    let base64 = Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return text + "&signature=" + base64.replacing("=", with: "")
}
