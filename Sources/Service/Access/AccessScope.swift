// SPDX-License-Identifier: Apache-2.0

/// A kind of request that a token may allow.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// Rendering images, galleries and placeholders, describing renderings, measuring legibility.
    case render
    /// Storing uploaded pictures, and creating links.
    case upload
    /// Downloading stored pictures as they were uploaded.
    case read
    /// Deleting stored pictures and links.
    case delete
    /// Reading the metrics of the server.
    case metrics
}
