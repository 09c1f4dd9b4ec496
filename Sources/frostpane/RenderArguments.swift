// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Service

/// The parsed command line of `frostpane render`, checked as far as possible without files.
struct RenderArguments: Equatable {
    /// The destination of the results.
    enum Destination: Equatable {
        /// To one file, or to standard output when it is `-`.
        case file(String)
        /// A folder; each result is named like its input.
        case folder(String)
    }

    /// The files to read; `-` is standard input.
    let inputs: [String]
    let destination: Destination
    let parameters: RenderParameters

    /// The format of the results; nil for that of each input.
    let format: OutputFormat?

    /// Whether only errors are reported.
    let isQuiet: Bool

    /// The options that `render` shares with `serve`.
    let configuration: Configuration

    /// The options that rendering shares with serving.
    static let sharedOptions = Configuration.options.filter(\.isForRendering)

    /// Parses the command line.
    ///
    /// Parsed by hand, from the same table of options as the server's; ``ConfigurationReader``
    /// gives the reason.
    ///
    /// - Parameters:
    ///   - arguments: The command line after the command.
    ///   - environment: The environment, with the variables of the shared options.
    /// - Throws: A complaint that lists all errors.
    init(_ arguments: [String], environment: [String: String] = [:]) throws(Complaint) {
        var reading = RenderArgumentReading()
        reading.read(arguments)
        isQuiet = reading.isQuiet
        // The output is the last of the paths.
        destination = reading.takeDestination()
        inputs = reading.inputs
        format = reading.format(for: destination)
        parameters = reading.parameters()
        configuration = reading.configuration(environment)
        guard reading.faults.isEmpty else { throw Complaint(.usage, reading.faults) }
    }
}

/// A command line while it is parsed, with the errors found so far.
private struct RenderArgumentReading {
    var inputs: [String] = []
    var isQuiet = false
    var faults: [String] = []
    private var folder: String?
    private var pairs: [(name: String, value: String)] = []
    private var shared: [String] = []

    mutating func read(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                inputs += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                inputs.append(argument)
                continue
            }
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            readFlag(String(parts[0]), parts.count == 2 ? String(parts[1]) : nil, &rest)
        }
    }

    private mutating func readFlag(
        _ flag: String,
        _ stated: String?,
        _ rest: inout ArraySlice<String>
    ) {
        let name = flag.hasPrefix("--") ? String(flag.dropFirst(2)) : ""
        if name == "quiet", stated == nil {
            isQuiet = true
        } else if name == "into" {
            guard let path = stated ?? take(&rest, after: flag, allowed: "the path of a folder")
            else { return }
            if folder != nil { faults.append("\(flag) is given more than once") }
            folder = path
        } else if let row = RenderParameter.named(name) {
            if row.kind == .flag, stated == nil {
                pairs.append((name, "1"))
            } else if let value = stated ?? take(&rest, after: flag, allowed: row.allowed) {
                pairs.append((name, value))
            }
        } else if let option = RenderArguments.sharedOptions.first(where: { $0.key == name }) {
            // The reader of the server's options parses it together with its value.
            if let stated {
                shared.append("\(flag)=\(stated)")
            } else if option.isSwitch {
                shared.append(flag)
            } else {
                shared += [flag] + (rest.popFirst().map { [$0] } ?? [])
            }
        } else {
            faults.append("there is no option \(Quoted(flag)); --help lists them")
        }
    }

    private mutating func take(
        _ rest: inout ArraySlice<String>,
        after flag: String,
        allowed: String
    ) -> String? {
        if let value = rest.first, !value.hasPrefix("--") {
            rest.removeFirst()
            return value
        }
        faults.append("\(flag) needs a value: \(allowed)")
        return nil
    }

    mutating func takeDestination() -> RenderArguments.Destination {
        if let folder {
            if inputs.isEmpty { faults.append("name the files to render") }
            if inputs.contains("-") {
                faults.append("a picture from a pipe has no name: give OUT")
            }
            return .folder(folder)
        }
        guard inputs.count == 2, let output = inputs.popLast() else {
            faults.append(
                inputs.count < 2
                    ? "name an input and an output: frostpane render IN OUT"
                    : "use --into FOLDER for several files"
            )
            return .file("-")
        }
        return .file(output)
    }

    /// The stated format, or the format of the output's extension.
    mutating func format(for destination: RenderArguments.Destination) -> OutputFormat? {
        if let stated = pairs.last(where: { $0.name == "format" }) {
            return OutputFormat(rawValue: stated.value)
        }
        guard case .file(let path) = destination, path != "-" else { return nil }
        let format = OutputFormat(pathExtensionOf: path)
        if let format {
            pairs.append(("format", format.rawValue))
        } else {
            let endings = OutputFormat.allCases.map { ".\($0.fileExtension)" }
                .joined(separator: " or ")
            faults.append(
                "the name \(Quoted(path)) has no known extension: "
                    + "use \(endings), or give --format"
            )
        }
        return format
    }

    mutating func parameters() -> RenderParameters {
        do {
            let parameters = try RenderParameters(pairs)
            if !parameters.filter.resources.isEmpty {
                faults.append("'filter' names a kept picture, and only a server keeps pictures")
            }
            if parameters.region.mask != nil {
                faults.append("'mask' names a kept picture, and only a server keeps pictures")
            }
            return parameters
        } catch {
            faults.append(error.description)
            return RenderParameters()
        }
    }

    mutating func configuration(_ environment: [String: String]) -> Configuration {
        // Other options of the server do not apply to `render`.
        let names = RenderArguments.sharedOptions.map(\.environment)
        let environment = environment.filter { names.contains($0.key) }
        do {
            return try ConfigurationReader.read(arguments: shared, environment: environment)
        } catch {
            faults += error.faults.map(\.description)
            return Configuration()
        }
    }
}

extension OutputFormat {
    /// The format with the extension of a file's name.
    init?(pathExtensionOf path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let named = Self.allCases.first { $0.format.fileExtensions.contains(ending) }
        guard let named else { return nil }
        self = named
    }
}
