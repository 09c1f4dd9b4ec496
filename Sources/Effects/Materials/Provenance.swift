// SPDX-License-Identifier: Apache-2.0

/// How well known the numbers of a style are.
public enum Provenance: String, Hashable, Sendable, CaseIterable {
    /// Published by Apple, or laid down in a specification.
    case published
    /// Read from the system's own files or while it runs, and found to agree in at least two
    /// places that do not depend on each other.
    case confirmed
    /// Read in one place only.
    case single
    /// Derived here from what is known otherwise.
    case derived
}
