// SPDX-License-Identifier: Apache-2.0

/// The goal by which a format is chosen among those that a client accepts.
package enum FormatPreference: String, Hashable, Sendable, CaseIterable {
    /// A small file at little cost.
    case auto
    /// The smallest file, whatever it costs.
    case size
    /// The least time.
    case speed
}
