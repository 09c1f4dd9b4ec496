// SPDX-License-Identifier: Apache-2.0

/// Names, or beginnings of names, such as `utm_*`.
package struct NamePatterns: Hashable, Sendable {
    /// The names.
    private var names: Set<String> = []
    /// The beginnings of names.
    private var prefixes: [String] = []

    /// Creates a list without names.
    package init() {}

    /// Parses names separated by commas, of which each may end with an asterisk for any letters.
    ///
    /// - Parameter text: The names; nil is returned unless each has a letter, and no asterisk but at
    ///   its end. The name of a parameter of renderings is none, as it would no longer do anything.
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
        guard !match(Presets.parameterName),
            !RenderParameter.all.contains(where: { match($0.name) })
        else { return nil }
    }

    /// Whether the list has no names.
    package var isEmpty: Bool { names.isEmpty && prefixes.isEmpty }

    /// Whether a name is in the list.
    package func match(_ name: String) -> Bool {
        names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
