// SPDX-License-Identifier: Apache-2.0

/// An error in one option, or a conflict of two.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// The place of the error.
    package enum Source: Hashable, Sendable {
        /// A flag or argument on the command line.
        case argument(String)
        /// An environment variable.
        case environment(String)
        /// A line of a file, counted from one.
        case file(path: String, line: Int, key: String)
        /// No single place: an error of several options together.
        case whole
    }

    /// The kind of the error.
    package enum Problem: Hashable, Sendable {
        /// The option does not exist; another one may have a similar name.
        case unknown(suggestion: String?)
        /// The argument is not an option.
        case unexpected
        /// The option needs a value.
        case missingValue(allowed: String)
        /// The value is not accepted; it is nil when it is a secret.
        case refused(value: String?, allowed: String)
        /// The option is repeated.
        case repeated
        /// The option is not allowed in a file.
        case notInFile
        /// The line is not `key = value`.
        case malformedLine
        /// The file cannot be read.
        case unreadableFile(path: String, reason: String)
        /// The file contains no token.
        case emptyTokenFile(path: String)
        /// The line of the token file breaks a rule.
        case tokenLine(TokenLineFault)
        /// The file contains no signing key.
        case emptyKeyFile(path: String)
        /// The line of the file of signing keys breaks a rule.
        case keyLine(SigningKeyFault)
        /// The line of the file of presets breaks a rule.
        case presetLine(PresetFault)
        /// The option to render presets only is set, but no file of presets is given.
        case onlyAbsentPresets
        /// Both a token and a file of tokens are given.
        case twoTokens
        /// The option for cross-origin requests allows all origins, although a token is needed.
        case openToAllOrigins
        /// The CPU lacks instructions of this variant of the kernels.
        case missingInstructions(variant: String, supported: [String])
        /// The service listens for other machines, but has no token and is not marked as insecure.
        case openToOthers(address: String)
    }

    /// The place of the error.
    package let source: Source

    /// The kind of the error.
    package let problem: Problem

    /// Creates an error at a place.
    package init(_ source: Source, _ problem: Problem) {
        self.source = source
        self.problem = problem
    }
}

extension ConfigurationFault: CustomStringConvertible {
    /// An error text with the place, the error and the accepted values.
    package var description: String {
        switch source {
        case .argument(let text): "\(Self.quoted(text)): \(sentence)"
        case .environment(let name): "environment variable \(Self.quoted(name)): \(sentence)"
        case .file(let path, let line, let key):
            "\(Self.quoted(path)), line \(line)\(key.isEmpty ? "" : ", \(Self.quoted(key))"): "
                + sentence
        case .whole: sentence
        }
    }

    private var sentence: String {
        switch problem {
        case .unknown(let suggestion):
            "there is no such option" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .unexpected: "it is one argument too many"
        case .missingValue(let allowed): "a value is missing; it takes \(allowed)"
        case .refused(let value, let allowed):
            (value.map { "\(Self.quoted($0)) is not accepted" } ?? "the value is not accepted")
                + "; it takes \(allowed)"
        case .repeated: "it is given more than once"
        case .notInFile: "it is not allowed in a file"
        case .malformedLine: "the line is not `key = value`"
        case .unreadableFile(let path, let reason): "cannot read \(Self.quoted(path)): \(reason)"
        case .emptyTokenFile(let path): "\(Self.quoted(path)) has no token"
        case .tokenLine(let fault): fault.sentence
        case .emptyKeyFile(let path): "\(Self.quoted(path)) has no key"
        case .keyLine(let fault): fault.sentence
        case .presetLine(let fault): fault.sentence
        case .onlyAbsentPresets: "presets-only needs a file of presets (--presets)"
        case .twoTokens: "give a token or a token-file, not both"
        case .openToAllOrigins:
            "cors-origin * is for a service without a token: name the origins that may have the token"
        case .missingInstructions(let variant, let supported):
            "this CPU lacks instructions of the kernel variant \(variant); "
                + "it runs \(supported.joined(separator: ", "))"
        case .openToOthers(let address):
            "listening on \(address) lets other machines connect: "
                + "set a token (--token-file), or give --insecure"
        }
    }

    /// A text in quotation marks, shortened to 80 characters and with control characters escaped.
    private static func quoted(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(80).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                "\\u{\(String(scalar.value, radix: 16))}"
            // Foreign: Unicode.GeneralCategory
            default: String(scalar)
            }
        }.joined()
        return "'\(shown)\(text.unicodeScalars.count > 80 ? "…" : "")'"
    }
}

/// All errors of a configuration, found at once.
package struct ConfigurationFaults: Error, Hashable, Sendable {
    /// The errors, in the order file, environment, arguments.
    package let faults: [ConfigurationFault]

    /// The log format in which to report the errors, as far as the configuration states it.
    package let logFormat: Configuration.LogFormat
}
