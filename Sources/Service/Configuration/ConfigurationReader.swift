// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import Kernels
import Store

/// A parser of the configuration: arguments override the environment, which overrides a file.
///
/// It knows no options but those of ``Configuration/options``, and goes on after an error, so that
/// all errors are reported at once. The syntax of arguments is `--key value`, `--key=value` and
/// `--switch`.
package struct ConfigurationReader: Sendable {
    /// A function that reads a text file, or returns the reason for a failure.
    package typealias FileReading = @Sendable (_ path: String) -> Result<String, FileFault>

    /// A reason why a file cannot be read.
    package struct FileFault: Error, Hashable, Sendable {
        /// The reason, as an error text states it.
        package let reason: String

        /// Creates a fault with a reason in words.
        package init(reason: String) {
            self.reason = reason
        }
    }

    private let options: [String: ConfigurationOption]
    private let readFile: FileReading
    private var faults: [ConfigurationFault] = []

    private init(readingFile: @escaping FileReading) {
        options = Dictionary(uniqueKeysWithValues: Configuration.options.map { ($0.key, $0) })
        readFile = readingFile
    }

    /// Reads the configuration from the arguments, the environment and the file that they name.
    ///
    /// - Parameters:
    ///   - arguments: The command line after the command.
    ///   - environment: The environment; variables of other programs are ignored.
    ///   - machine: The machine that determines some defaults.
    ///   - readingFile: The closure that reads files.
    /// - Returns: The configuration, with every value in its range.
    /// - Throws: All errors of all sources.
    package static func read(
        arguments: [String],
        environment: [String: String],
        machine: Machine = .current,
        readingFile: @escaping FileReading = Self.fileContents
    ) throws(ConfigurationFaults) -> Configuration {
        var reader = ConfigurationReader(readingFile: readingFile)
        var configuration = Configuration(machine: machine)
        let flags = reader.settings(in: arguments)
        let variables = reader.settings(in: environment)
        let fileSetting = (flags + variables).first { $0.option.key == Configuration.fileKey }
        if let fileSetting {
            let lines = reader.settings(inFile: fileSetting)
            reader.apply(lines, to: &configuration)
        }
        reader.apply(variables, to: &configuration)
        reader.apply(flags, to: &configuration)
        reader.readTokens(into: &configuration)
        configuration.environmentCredentials = S3Credentials { environment[$0] }
        configuration.environmentRegion = environment["AWS_REGION"].flatMap {
            S3Location.isRegion($0) ? $0 : nil
        }
        reader.readSigningKeys(into: &configuration)
        reader.readTagKey(into: &configuration)
        reader.readPresets(into: &configuration)
        reader.checkExposure(of: configuration)
        reader.checkOrigins(of: configuration)
        reader.checkProcessor(of: configuration)
        guard reader.faults.isEmpty else {
            throw ConfigurationFaults(faults: reader.faults, logFormat: configuration.logFormat)
        }
        return configuration
    }

    // MARK: Sources

    /// A value of an option, with the place where it was given.
    private struct Setting {
        let option: ConfigurationOption
        let value: String
        let source: ConfigurationFault.Source
    }

    private mutating func settings(in arguments: [String]) -> [Setting] {
        var settings: [Setting] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = String(parts[0])
            let source = ConfigurationFault.Source.argument(name)
            guard name.hasPrefix("-") else {
                fault(source, .unexpected)
                continue
            }
            guard name.hasPrefix("--"), let option = options[String(name.dropFirst(2))] else {
                fault(source, .unknown(suggestion: suggestion(for: name).map { "--\($0)" }))
                // Skips the value of the unknown option.
                if parts.count == 1, rest.first?.hasPrefix("-") == false { rest.removeFirst() }
                continue
            }
            if parts.count == 2 {
                settings.append(Setting(option: option, value: String(parts[1]), source: source))
            } else if option.isSwitch {
                settings.append(Setting(option: option, value: "true", source: source))
            } else if let value = rest.first, !value.hasPrefix("--") {
                rest.removeFirst()
                settings.append(Setting(option: option, value: value, source: source))
            } else {
                fault(source, .missingValue(allowed: option.allowed))
            }
        }
        return settings
    }

    private mutating func settings(in environment: [String: String]) -> [Setting] {
        let prefix = ConfigurationOption.environmentPrefix
        let byName = Dictionary(uniqueKeysWithValues: options.values.map { ($0.environment, $0) })
        var settings: [Setting] = []
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(prefix) && !KubernetesServiceLink.matches(name.dropFirst(prefix.count))
        {
            let source = ConfigurationFault.Source.environment(name)
            guard let option = byName[name] else {
                let key = name.dropFirst(prefix.count).lowercased().replacing("_", with: "-")
                let near = suggestion(for: key).flatMap { options[$0]?.environment }
                fault(source, .unknown(suggestion: near))
                continue
            }
            // A variable exists once: a list is separated by commas.
            let values = option.isRepeatable ? value.split(separator: ",") : [value[...]]
            for value in values.isEmpty ? [""] : values {
                settings.append(Setting(option: option, value: String(value), source: source))
            }
        }
        return settings
    }

    private mutating func settings(inFile setting: Setting) -> [Setting] {
        let path = setting.value
        guard case .success(let text) = read(path, for: setting.source) else { return [] }
        var settings: [Setting] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.trimmingBlanks
            if content.isEmpty || content.hasPrefix("#") { continue }
            let parts = content.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let key = parts.count == 2 ? String(parts[0].trimmingBlanks) : ""
            let source = ConfigurationFault.Source.file(path: path, line: index + 1, key: key)
            guard parts.count == 2, !key.isEmpty else {
                fault(source, .malformedLine)
                continue
            }
            guard let option = options[key] else {
                fault(source, .unknown(suggestion: suggestion(for: key)))
                continue
            }
            guard key != Configuration.fileKey else {
                fault(source, .notInFile)
                continue
            }
            let value = String(parts[1].trimmingBlanks)
            settings.append(Setting(option: option, value: value, source: source))
        }
        return settings
    }

    // MARK: Values

    /// Sets the values from one place, such as the arguments; refuses options repeated there.
    private mutating func apply(_ settings: [Setting], to configuration: inout Configuration) {
        var seen: [String: [String]] = [:]
        for setting in settings {
            let key = setting.option.key
            if seen[key] != nil, !setting.option.isRepeatable {
                fault(setting.source, .repeated)
                continue
            }
            seen[key, default: []].append(setting.value)
            if !setting.option.apply(seen[key, default: []], &configuration) {
                // A refused address of a source may have a password.
                let isSecret =
                    key == Configuration.tokenKey
                    || key == Configuration.sourceKey && setting.value.contains("@")
                fault(
                    setting.source,
                    .refused(
                        value: isSecret ? nil : setting.value,
                        allowed: setting.option.allowed
                    )
                )
                seen[key]?.removeLast()
            }
        }
    }

    private mutating func checkExposure(of configuration: Configuration) {
        guard configuration.tokenFiles.isEmpty || !configuration.tokens.isEmpty else { return }
        guard configuration.tokens.isEmpty, !configuration.isInsecure else { return }
        for address in configuration.listen + configuration.listenProxy where !address.isLoopback {
            fault(.whole, .openToOthers(address: address.description))
        }
    }

    private mutating func checkOrigins(of configuration: Configuration) {
        guard configuration.corsOrigins.contains("*"), !configuration.tokens.isEmpty else { return }
        fault(.whole, .openToAllOrigins)
    }

    private mutating func checkProcessor(of configuration: Configuration) {
        let supported = configuration.machine.instructionSets
        guard !supported.contains(configuration.instructionSet) else { return }
        fault(
            .whole,
            .missingInstructions(
                variant: configuration.instructionSet.rawValue,
                supported: supported.map(\.rawValue)
            )
        )
    }

    // MARK: Parts

    mutating func read(
        _ path: String,
        for source: ConfigurationFault.Source
    ) -> Result<String, FileFault> {
        let result = readFile(path)
        if case .failure(let failure) = result {
            fault(source, .unreadableFile(path: path, reason: failure.reason))
        }
        return result
    }

    mutating func fault(
        _ source: ConfigurationFault.Source,
        _ problem: ConfigurationFault.Problem
    ) {
        faults.append(ConfigurationFault(source, problem))
    }

    /// Finds the option with a similar name, to suggest it for an unknown one.
    ///
    /// The name has the same beginning, or differs by at most two letters.
    private func suggestion(for name: String) -> String? {
        let key = Array(name.utf8.drop { $0 == UInt8(ascii: "-") }.prefix(40))
        let ranked = Configuration.options.map { option in
            (key: option.key, distance: Spelling.distance(key, Array(option.key.utf8)))
        }
        let near = ranked.filter { option in
            option.distance <= 2 && option.distance < min(key.count, option.key.utf8.count)
                || key.count >= 3 && option.key.utf8.starts(with: key)
        }
        return near.min { $0.distance < $1.distance }?.key
    }
}

extension Substring {
    /// The text without spaces, tabs and line breaks around it.
    var trimmingBlanks: Substring {
        var text = self.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
