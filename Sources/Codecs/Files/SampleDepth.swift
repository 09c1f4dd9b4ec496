// SPDX-License-Identifier: Apache-2.0

/// The precision of the samples in a file, expanded to whole bytes.
public enum SampleDepth: Int, Hashable, Sendable, CaseIterable {
    /// One byte per sample; samples of 1, 2 and 4 bits are expanded to it.
    case eight = 8
    /// Two bytes per sample.
    case sixteen = 16

    /// The number of bytes per sample: 1 or 2.
    package var byteCount: Int { rawValue / 8 }
}
