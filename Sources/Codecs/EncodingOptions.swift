// SPDX-License-Identifier: Apache-2.0

/// The format of a result and how it is written.
public enum EncodingOptions: Hashable, Sendable {
    /// A JPEG; it has no alpha.
    case jpeg(JPEGOptions)
    /// A PNG.
    case png(PNGOptions)

    /// The format alone.
    public var format: ImageFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        }
    }
}
