// SPDX-License-Identifier: Apache-2.0

/// The values of the parameter `format`.
public enum FormatChoice: String, Hashable, Sendable, CaseIterable {
    /// JPEG, whatever the client accepts.
    case jpeg
    /// PNG, whatever the client accepts.
    case png
    /// What the client accepts, else the format of the upload.
    case auto
}
