// SPDX-License-Identifier: Apache-2.0

/// The version of Frostpane.
package enum Version {
    /// The version number, as in CHANGELOG.md.
    ///
    /// Reference: Semantic Versioning 2.0.0.
    package static let current = "0.3.0"
}
