// SPDX-License-Identifier: Apache-2.0

/// A set of parameter names, and of beginnings of names such as `utm_*`.
package struct NamePatterns: Hashable, Sendable {
    /// The whole names.
    private var names: Set<String> = []
    /// The beginnings of names, without the asterisk.
    private var prefixes: [String] = []

    /// Creates an empty set, which matches no name.
    package init() {}

    /// Parses names separated by commas; an asterisk at the end of one stands for any characters.
    ///
    /// - Parameter text: The names; nil is returned unless each has a letter, and no asterisk but
    ///   at its end. Names of rendering parameters are refused, because they would lose their
    ///   effect.
    package init?(_ text: String) {
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            let stem = name.last == "*" ? name.dropLast() : name
            guard !stem.isEmpty, !stem.contains("*"), !stem.contains(" ") else { return nil }
            if name.last == "*" {
                prefixes.append(String(stem))
            } else {
                names.insert(String(stem))
            }
        }
        guard !match(PresetParameter.name),
            !RenderParameter.all.contains(where: { match($0.name) })
        else { return nil }
    }

    /// Whether the set has neither names nor beginnings of names.
    package var isEmpty: Bool { names.isEmpty && prefixes.isEmpty }

    /// Whether a name is in the set, or begins like one of its patterns.
    package func match(_ name: String) -> Bool {
        names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
