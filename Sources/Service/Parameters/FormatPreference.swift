// SPDX-License-Identifier: Apache-2.0

/// The goal by which a format is chosen among those that a client accepts.
package enum FormatPreference: String, Hashable, Sendable, CaseIterable {
    /// A small file, at little cost of time.
    case auto
    /// The smallest file, whatever time it takes.
    case size
    /// The least time to encode the result.
    case speed
}
