// SPDX-License-Identifier: Apache-2.0

/// An option of an encoder by its name and value, for the description of a result.
package struct EncoderOption: Hashable, Sendable {
    /// The value of an option: a number, a Boolean or a word.
    package enum Value: Hashable, Sendable {
        /// A whole number.
        case number(Int)
        /// A Boolean.
        case flag(Bool)
        /// A word.
        case word(String)
    }

    /// The option name, such as `quality`.
    package let name: String

    /// The value of the option.
    package let value: Value

    /// Creates an option from its name and value.
    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
