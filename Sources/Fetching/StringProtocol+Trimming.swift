// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs.
    package var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        var bytes = Substring(self).utf8[...]
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
