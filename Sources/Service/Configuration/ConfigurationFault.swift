// SPDX-License-Identifier: Apache-2.0

/// Why one option, or two together, cannot be honored.
public struct ConfigurationFault: Error, Hashable, Sendable {
    /// Where something was said.
    public enum Source: Hashable, Sendable {
        /// On the command line, as it is written there.
        case argument(String)
        /// In an environment variable.
        case environment(String)
        /// On a line of a file, counted from one.
        case file(path: String, line: Int, key: String)
        /// In several places, or nowhere.
        case whole
    }

    /// What is wrong with it.
    public enum Problem: Hashable, Sendable {
        /// There is no such option; another one has nearly its name.
        case unknown(suggestion: String?)
        /// Something that is no option.
        case unexpected
        /// The option needs a value.
        case missingValue(allowed: String)
        /// The value is not among those accepted; nil when it is a secret.
        case refused(value: String?, allowed: String)
        /// The option is given again.
        case repeated
        /// The option cannot stand in a file.
        case notInFile
        /// The line is not `key = value`.
        case malformedLine
        /// The file cannot be read.
        case unreadableFile(path: String, reason: String)
        /// The file holds no token.
        case unusableTokenFile(path: String)
        /// A token is given twice, in two ways.
        case twoTokens
        /// The processor cannot run this variant of the kernels.
        case missingInstructions(variant: String, supported: [String])
        /// Other machines could connect, and nothing says that they may.
        case openToOthers(address: String)
    }

    /// Where it was said.
    public let source: Source

    /// What is wrong with it.
    public let problem: Problem

    /// Creates a fault.
    public init(_ source: Source, _ problem: Problem) {
        self.source = source
        self.problem = problem
    }
}

extension ConfigurationFault: CustomStringConvertible {
    /// A sentence that names the source, the fault and what is allowed.
    public var description: String {
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
        case .notInFile: "it cannot stand in a file"
        case .malformedLine: "this is not `key = value`"
        case .unreadableFile(let path, let reason): "cannot read \(Self.quoted(path)): \(reason)"
        case .unusableTokenFile(let path):
            "\(Self.quoted(path)) does not hold a token of 16 to 512 visible ASCII characters"
        case .twoTokens: "give a token or a token-file, not both"
        case .missingInstructions(let variant, let supported):
            "this processor lacks what the variant \(variant) of the kernels needs; "
                + "it runs \(supported.joined(separator: ", "))"
        case .openToOthers(let address):
            "listening on \(address) lets other machines connect: "
                + "set a token (--token-file), or say --insecure"
        }
    }

    /// A text as it was given, shortened, and with nothing in it that acts on a terminal.
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

/// Everything that is wrong with a configuration, found in one reading.
public struct ConfigurationFaults: Error, Hashable, Sendable {
    /// The faults, in the order file, environment, arguments.
    public let faults: [ConfigurationFault]
}
