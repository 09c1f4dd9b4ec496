// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Named sets of parameters that the operator has defined, for the parameter `preset`.
package struct Presets: Hashable, Sendable {
    /// A parameter with its value, decoded.
    package struct Pair: Hashable, Sendable {
        /// The name of the parameter.
        package let name: String
        /// The value of the parameter, decoded.
        package let value: String
    }

    /// A named set of parameters.
    package struct Preset: Hashable, Sendable {
        /// The name by which requests choose the preset.
        package let name: String
        /// The parameters, in the order of the file.
        package internal(set) var pairs: [Pair] = []
    }

    /// The presets, in the order of the file.
    package internal(set) var all: [Preset] = []

    /// Whether renderings take no parameter but `preset`.
    package internal(set) var isExclusive = false

    /// The names of all presets, in the order of the file.
    var names: [String] { all.map(\.name) }

    /// Puts the parameters of a preset in place of its name.
    ///
    /// Parameters beside it override those of the same name in the preset.
    ///
    /// - Parameter pairs: The parameters of a rendering.
    /// - Returns: The parameters, and the name of the preset if one is named.
    /// - Throws: ``ParameterError/unknownPreset(_:known:)``, ``ParameterError/repeated(name:)``, and
    ///   ``ParameterError/presetsOnly(name:known:)``.
    func expand(
        _ pairs: [(name: String, value: String)]
    ) throws(ParameterError) -> (pairs: [(name: String, value: String)], name: String?) {
        let chosen = pairs.filter { $0.name == PresetParameter.name }
        let own = pairs.filter { $0.name != PresetParameter.name }
        if isExclusive, chosen.isEmpty || !own.isEmpty {
            throw .presetsOnly(name: own.first?.name, known: names)
        }
        guard let name = chosen.first?.value else { return (pairs, nil) }
        guard chosen.count == 1 else { throw .repeated(name: PresetParameter.name) }
        guard let preset = all.first(where: { $0.name == name }) else {
            throw .unknownPreset(name, known: names)
        }
        let stated = Set(own.map(\.name))
        let rest = preset.pairs.filter { !stated.contains($0.name) }
        return (rest.map { ($0.name, $0.value) } + own, name)
    }
}
