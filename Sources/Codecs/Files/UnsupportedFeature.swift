// SPDX-License-Identifier: Apache-2.0

/// A feature of a supported format that this library cannot decode.
public enum UnsupportedFeature: String, Hashable, Sendable, CaseIterable {
    /// JPEG with 12 or more bits per sample.
    case precision
    /// Lossless JPEG (SOF3, SOF7, SOF11, SOF15).
    case losslessCoding
    /// Hierarchical JPEG (SOF5 to SOF7, SOF13 to SOF15).
    case hierarchicalCoding
    /// JPEG with a number of components other than 1, 3 or 4.
    case componentCount
    /// JPEG with sampling factors that the library cannot combine.
    case sampling
    /// JPEG with a coding process that the library was built without.
    case process
    /// JPEG whose height follows the pixels in a DNL segment.
    case deferredHeight
    /// A picture without gray or YCbCr planes, where the caller asks for these.
    case planes
    /// PNG with an unknown critical chunk.
    case criticalChunk
}
