// SPDX-License-Identifier: Apache-2.0

/// An option of an encoder, as the description of a result names it.
package struct EncoderOption: Hashable, Sendable {
    /// The value of an option.
    package enum Value: Hashable, Sendable {
        /// A whole number.
        case number(Int)
        /// A Boolean.
        case flag(Bool)
        /// A word.
        case word(String)
    }

    /// The name.
    package let name: String

    /// The value.
    package let value: Value

    /// Creates an option.
    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
