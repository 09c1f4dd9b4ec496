// SPDX-License-Identifier: Apache-2.0

/// A file of presets: `[name]`, and below it a line `parameter = value` for each parameter.
///
/// Values are written as they are, without the escapes of addresses. Empty lines, and lines that begin
/// with `#`, are skipped.
struct PresetFile {
    /// The presets, in the order of the file.
    private(set) var presets: [Presets.Preset] = []

    /// The errors, with the numbers of their lines.
    private(set) var faults: [(line: Int, fault: PresetFault)] = []

    /// The line numbers of the current preset's parameters, by their names.
    private var places: [String: Int] = [:]
    /// The line number of the current preset's heading.
    private var start = 0
    /// Whether the current preset has an error already, so that conflicts need not be checked.
    private var isFaulty = false

    /// Parses the lines of a file, and checks the parameters of each preset.
    init(_ lines: [(number: Int, text: Substring)]) {
        for (number, text) in lines where !text.isEmpty && !text.hasPrefix("#") {
            do throws(PresetFault) {
                if text.hasPrefix("[") {
                    finish()
                    try begin(text, number)
                } else {
                    try add(text, number)
                }
            } catch {
                faults.append((number, error))
                isFaulty = true
            }
        }
        finish()
    }

    private mutating func begin(_ line: Substring, _ number: Int) throws(PresetFault) {
        (places, start, isFaulty) = ([:], number, false)
        let name = String(line.dropFirst().dropLast())
        presets.append(Presets.Preset(name: name))
        guard line.last == "]", CallerName.accepts(name) else { throw .name }
        guard presets.count(where: { $0.name == name }) == 1 else { throw .knownName }
    }

    private mutating func add(_ line: Substring, _ number: Int) throws(PresetFault) {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .form }
        guard !presets.isEmpty else { throw .outside }
        let pair = Presets.Pair(
            name: String(parts[0].trimmingBlanks),
            value: String(parts[1].trimmingBlanks)
        )
        presets[presets.count - 1].pairs.append(pair)
        places[pair.name] = number
        do throws(ParameterError) {
            _ = try RenderParameters([(pair.name, pair.value)], isComplete: false)
        } catch {
            throw .parameter(error)
        }
    }

    /// Checks for conflicts among all parameters of the last preset.
    private mutating func finish() {
        guard let preset = presets.last, !isFaulty else { return }
        do throws(ParameterError) {
            _ = try RenderParameters(preset.pairs.map { ($0.name, $0.value) })
        } catch {
            faults.append((error.parameter.flatMap { places[$0] } ?? start, .parameter(error)))
        }
    }
}

/// An error in a line of a file of presets.
package enum PresetFault: Error, Hashable, Sendable {
    /// The line is neither a name nor a parameter.
    case form
    /// A parameter stands above the first name.
    case outside
    /// The name in the brackets is malformed.
    case name
    /// The name is that of an earlier preset.
    case knownName
    /// A rendering would refuse the parameter.
    case parameter(ParameterError)

    /// The error as a sentence with the accepted form.
    var sentence: String {
        switch self {
        case .form: "a line is '[name]' or 'parameter = value'"
        case .outside: "a line '[name]' must come first"
        case .name: "a name has \(CallerName.allowed), in brackets"
        case .knownName: "an earlier preset has the same name"
        case .parameter(let error): error.description
        }
    }
}

extension ConfigurationReader {
    /// Reads the file of presets, and reports every line that breaks a rule.
    mutating func readPresets(into configuration: inout Configuration) {
        configuration.presets.isExclusive = configuration.allowsOnlyPresets
        guard let path = configuration.presetFile else {
            if configuration.allowsOnlyPresets { fault(.whole, .onlyAbsentPresets) }
            return
        }
        guard case .success(let text) = read(path, for: .whole) else { return }
        let file = PresetFile(lines(of: text))
        for (line, error) in file.faults {
            fault(.file(path: path, line: line, key: ""), .presetLine(error))
        }
        configuration.presets.all = file.presets
    }
}
