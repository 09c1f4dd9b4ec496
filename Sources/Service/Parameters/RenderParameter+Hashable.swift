// SPDX-License-Identifier: Apache-2.0

extension RenderParameter: Hashable {
    /// Compares the names, which are unique.
    package static func == (left: RenderParameter, right: RenderParameter) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
