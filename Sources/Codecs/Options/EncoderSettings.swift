// SPDX-License-Identifier: Apache-2.0

/// The values of encoder options; each encoder ignores the options that it does not have.
package struct EncoderSettings: Hashable, Sendable {
    /// The values that differ from the default, by the option name.
    private var values: [String: Int] = [:]

    /// Creates the default settings.
    package init() {}

    /// The value of an option, which must be one that the option accepts.
    package subscript(option: EncoderOption) -> Int {
        get { values[option.name] ?? option.usual }
        set {
            precondition(option.accepts(newValue), "the \(option.name) is out of range")
            values[option.name] = newValue == option.usual ? nil : newValue
        }
    }

    /// The value of an option that is a flag.
    package subscript(flag option: EncoderOption) -> Bool {
        get { self[option] == 1 }
        set { self[option] = newValue ? 1 : 0 }
    }

    /// Returns the values of the options that encoders of a format have.
    func kept(for format: ImageFormat) -> EncoderSettings {
        EncoderOption.options(of: format).reduce(into: EncoderSettings()) { $0[$1] = self[$1] }
    }

    /// The values of all options by their names.
    package var named: [String: Int] {
        Dictionary(uniqueKeysWithValues: zip(EncoderOption.table.map(\.name), numbers))
    }

    // MARK: Messages

    /// The values of all options, in the order of ``EncoderOption/table``.
    package var numbers: [Int] { EncoderOption.table.map { self[$0] } }

    /// Reads the values of all options; nil if there are fewer or more, or one is out of its range.
    package init?(numbers: [Int]) {
        guard numbers.count == EncoderOption.table.count,
            zip(EncoderOption.table, numbers).allSatisfy({ $0.accepts($1) })
        else { return nil }
        for (option, number) in zip(EncoderOption.table, numbers) { self[option] = number }
    }

    // MARK: Keys

    /// Lists options with their values, for the key of a result.
    func listing(of options: [EncoderOption]) -> [EncoderSetting] {
        options.map { option in
            let value = self[option]
            let listed: EncoderSetting.Value =
                switch option.kind {
                case .number(_, let word?) where value == EncoderOption.open: .word(word)
                case .number, .hundredths: .number(value)
                case .flag: .flag(value == 1)
                case .choice(let words): .word(words[value].key)
                }
            return EncoderSetting(option.key, listed)
        }
    }
}

/// The value of an encoder option, as the key of a result names it.
package struct EncoderSetting: Hashable, Sendable {
    /// The value: a number, a Boolean or a word.
    package enum Value: Hashable, Sendable {
        /// A whole number.
        case number(Int)
        /// A Boolean.
        case flag(Bool)
        /// A word.
        case word(String)
    }

    /// The name of the option, such as `quality`.
    package let name: String

    /// The value of the option.
    package let value: Value

    /// Creates a setting from the name and the value of an option.
    init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension EncoderSettings {
    /// The value of ``EncoderOption/subsampling``.
    var subsampling: JPEGOptions.Subsampling {
        get { JPEGOptions.Subsampling.allCases[self[.subsampling]] }
        set { self[.subsampling] = JPEGOptions.Subsampling.allCases.firstIndex(of: newValue) ?? 0 }
    }
}
