// SPDX-License-Identifier: Apache-2.0

/// An option of the configuration, one of ``Configuration/options``.
///
/// The options define the parsing of flags, environment and file, `--help`, the tables of the
/// documentation, and the tests.
package struct ConfigurationOption: Sendable {
    /// The name of the option in a configuration file, such as `max-body`.
    package let key: String

    /// The placeholder for a value, such as `duration`; empty for a switch.
    package let placeholder: String

    /// Whether the option may be repeated, each time with a further value.
    package let isRepeatable: Bool

    /// The accepted values, in words that follow "takes" in an error text.
    package let allowed: String

    /// The default value, in words.
    package let defaultText: String

    /// A description in one sentence, for `--help` and the documentation.
    package let sentence: String

    /// Whether `frostpane render` has the option as well.
    package internal(set) var isForRendering = false

    /// Parses the values and sets them in a configuration; false when one of them is not accepted.
    let apply: @Sendable (_ values: [String], inout Configuration) -> Bool

    /// Returns the same option, marked as one that `frostpane render` has as well.
    func forRendering() -> ConfigurationOption {
        var option = self
        option.isForRendering = true
        return option
    }

    /// The name on the command line, such as `--max-body`.
    package var flag: String { "--\(key)" }

    /// The name of the environment variable, such as `FROSTPANE_MAX_BODY`.
    package var environment: String {
        Self.environmentPrefix + String(key.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Whether the flag takes no value.
    package var isSwitch: Bool { placeholder.isEmpty }

    /// The prefix of all environment variables.
    package static let environmentPrefix = "FROSTPANE_"
}

extension ConfigurationOption {
    /// Makes an option with one value in a range, which sets a property of the configuration.
    static func one<Value: Comparable & Sendable>(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Value> & Sendable,
        _ syntax: OptionSyntax<Value>,
        in range: ClosedRange<Value>,
        _ sentence: String
    ) -> ConfigurationOption {
        ranged(
            key,
            syntax,
            in: range,
            default: syntax.write(Configuration.documented[keyPath: path]),
            sentence
        ) { $1[keyPath: path] = $0 }
    }

    /// Makes an option with one value in a range, whose default depends on the machine or on
    /// options.
    static func one<Value: Comparable & Sendable>(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Value?> & Sendable,
        _ syntax: OptionSyntax<Value>,
        in range: ClosedRange<Value>,
        default defaultText: String,
        _ sentence: String
    ) -> ConfigurationOption {
        ranged(key, syntax, in: range, default: defaultText, sentence) { $1[keyPath: path] = $0 }
    }

    /// Makes an option that takes one of several words, or a switch.
    static func one<Value: Sendable>(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Value> & Sendable,
        _ syntax: OptionSyntax<Value>,
        _ sentence: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key,
            placeholder: syntax.placeholder,
            isRepeatable: false,
            allowed: syntax.form,
            defaultText: syntax.write(Configuration.documented[keyPath: path]),
            sentence: sentence
        ) { values, configuration in
            guard let value = values.last.flatMap(syntax.read) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    /// Makes an option that takes one of several words, and whose default depends on the machine.
    static func one<Value: Sendable>(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, Value?> & Sendable,
        _ syntax: OptionSyntax<Value>,
        default defaultText: String,
        _ sentence: String
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key,
            placeholder: syntax.placeholder,
            isRepeatable: false,
            allowed: syntax.form,
            defaultText: defaultText,
            sentence: sentence
        ) { values, configuration in
            guard let value = values.last.flatMap(syntax.read) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    /// Makes an option that takes a text, without a default.
    static func text(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, String?> & Sendable,
        placeholder: String,
        allowed: String,
        _ sentence: String,
        accepts: @escaping @Sendable (String) -> Bool
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key,
            placeholder: placeholder,
            isRepeatable: false,
            allowed: allowed,
            defaultText: "none",
            sentence: sentence
        ) { values, configuration in
            guard let value = values.last, accepts(value) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    /// Makes an option that takes a text, with a default.
    static func text(
        _ key: String,
        _ path: any WritableKeyPath<Configuration, String> & Sendable,
        placeholder: String,
        allowed: String,
        _ sentence: String,
        default defaultText: String? = nil,
        accepts: @escaping @Sendable (String) -> Bool
    ) -> ConfigurationOption {
        ConfigurationOption(
            key: key,
            placeholder: placeholder,
            isRepeatable: false,
            allowed: allowed,
            defaultText: defaultText ?? Configuration.documented[keyPath: path],
            sentence: sentence
        ) { values, configuration in
            guard let value = values.last, accepts(value) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    private static func ranged<Value: Comparable & Sendable>(
        _ key: String,
        _ syntax: OptionSyntax<Value>,
        in range: ClosedRange<Value>,
        default defaultText: String,
        _ sentence: String,
        set: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> ConfigurationOption {
        let bounds = "\(syntax.write(range.lowerBound)) to \(syntax.write(range.upperBound))"
        return ConfigurationOption(
            key: key,
            placeholder: syntax.placeholder,
            isRepeatable: false,
            allowed: "\(syntax.form), from \(bounds)",
            defaultText: defaultText,
            sentence: sentence
        ) { values, configuration in
            guard let value = values.last.flatMap(syntax.read), range.contains(value) else {
                return false
            }
            set(value, &configuration)
            return true
        }
    }
}

extension Configuration {
    /// The configuration with the documented defaults, except for those that depend on the machine.
    fileprivate static let documented = Configuration(
        machine: Machine(coreCount: 1, memoryByteCount: 0)
    )
}
