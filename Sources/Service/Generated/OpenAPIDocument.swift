// SPDX-License-Identifier: Apache-2.0

/// The contract, openapi.yaml, as part of the program; written by Scripts/embed-openapi.
enum OpenAPIDocument {
    /// The text of the file.
    static let text = ""
}
