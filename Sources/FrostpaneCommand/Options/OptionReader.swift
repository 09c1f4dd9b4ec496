// SPDX-License-Identifier: Apache-2.0

import Effects
import Service

/// Splits the command line of a command into operands and options.
///
/// It goes on after an error, so that all errors are reported together.
struct OptionReader {
    /// The arguments that are not options, such as paths.
    private(set) var operands: [String] = []

    /// The given options and their values in order; a switch has the value 1.
    private(set) var settings: [(name: String, value: String)] = []

    /// The errors found so far, as sentences.
    var faults: [String] = []

    private let rows: [String: OptionRow]

    /// Values that people write after a switch; files with these names are written `./1`.
    private static let flagWords: Set<String> = [
        "0", "1", "true", "false", "yes", "no", "on", "off",
    ]

    /// Splits a command line into operands and command options.
    ///
    /// - Parameters:
    ///   - arguments: The command line after the command.
    ///   - sections: The options of the command.
    init(_ arguments: [String], _ sections: [any OptionSection.Type]) {
        let rows = sections.flatMap { $0.rows }
        self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            read(String(parts[0]), parts.count == 2 ? String(parts[1]) : nil, &rest)
        }
    }

    private mutating func read(
        _ flag: String,
        _ stated: String?,
        _ rest: inout ArraySlice<String>
    ) {
        guard flag.hasPrefix("--"), let row = rows[String(flag.dropFirst(2))] else {
            let near = suggestion(for: flag)
            let advice = near.map { "did you mean \($0.flag)?" } ?? "--help lists them"
            faults.append("there is no option \(Quoted(flag)); \(advice)")
            // Skips the value that it would have.
            if stated == nil, near?.isSwitch == false, rest.first?.hasPrefix("-") == false {
                rest.removeFirst()
            }
            return
        }
        if let value = stated ?? (row.isSwitch ? "1" : nil) {
            settings.append((row.name, value))
            if stated == nil, let next = rest.first, Self.flagWords.contains(next.lowercased()) {
                rest.removeFirst()
                faults.append(
                    "\(row.flag) takes no value after a space; write \(row.flag) or \(row.flag)=\(next)"
                )
            }
        } else if let value = rest.first, !value.hasPrefix("--") {
            rest.removeFirst()
            settings.append((row.name, value))
        } else {
            faults.append("\(row.flag) needs a value: \(row.allowed)")
        }
    }

    private func suggestion(for flag: String) -> OptionRow? {
        let name = String(flag.drop { $0 == "-" })
        // No option has a letter, and a letter could mean any.
        guard name.count > 1 else { return nil }
        let near =
            Suggestion.nearest(to: name) ?? Spelling.nearest(to: name, among: rows.keys.sorted())
        return near.flatMap { rows[$0] }
    }

    /// Returns all values that are given for an option.
    func values(of row: OptionRow) -> [String] {
        settings.filter { $0.name == row.name }.map(\.value)
    }

    /// Returns an option value; records an error if there are several.
    mutating func value(of row: OptionRow) -> String? {
        let values = values(of: row)
        if values.count > 1 { faults.append("\(row.flag) is given more than once") }
        return values.last
    }

    /// Returns whether a switch is given; records an error if it has a value.
    mutating func isSet(_ row: OptionRow) -> Bool {
        let values = values(of: row)
        if values.contains(where: { $0 != "1" }) { faults.append("\(row.flag) takes no value") }
        return !values.isEmpty
    }

    /// Returns the given options that are parameters of a task, such as a rendering.
    func parameters(of task: LocalTask) -> [(name: String, value: String)] {
        let names = Set(task.parameters.map(\.name))
        return settings.filter { names.contains($0.name) }
    }

    /// Reads the options that `render` shares with `serve`, from command line and environment.
    mutating func configuration(_ environment: Environment) -> Configuration {
        let keys = Set(SharedSection.options.map(\.key))
        // Other options of the server do not apply.
        let names = Set(SharedSection.options.map(\.environment))
        do {
            return try ConfigurationReader.read(
                arguments: settings.filter { keys.contains($0.name) }
                    .map { "--\($0.name)=\($0.value)" },
                environment: environment.filter { names.contains($0.key) }
            )
        } catch {
            faults += error.faults.map(\.description)
            return Configuration()
        }
    }
}
