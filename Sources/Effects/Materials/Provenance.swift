// SPDX-License-Identifier: Apache-2.0

/// The reliability of a recipe's numbers.
public enum Provenance: String, Hashable, Sendable, CaseIterable {
    /// Published by Apple, or in a specification.
    case published
    /// Read from the system's files or at run time, and equal in at least two independent sources.
    case confirmed
    /// Found in one source only.
    case single
    /// Concluded from other known values.
    case derived
}
