// SPDX-License-Identifier: Apache-2.0

/// The format of a result, with the options of its encoder.
public enum EncodingOptions: Hashable, Sendable {
    /// A JPEG; it has no alpha.
    case jpeg(JPEGOptions)
    /// A PNG.
    case png(PNGOptions)

    /// The format.
    public var format: OutputFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        }
    }
}
