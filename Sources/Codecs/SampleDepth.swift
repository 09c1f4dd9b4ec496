// SPDX-License-Identifier: Apache-2.0

/// The precision of the samples in a file, once expanded to whole bytes.
public enum SampleDepth: Int, Hashable, Sendable, CaseIterable {
    /// One byte; 1, 2 and 4 bits are expanded to it.
    case eight = 8
    /// Two bytes.
    case sixteen = 16

    /// Bytes per sample: 1 or 2.
    public var byteCount: Int { rawValue / 8 }
}
