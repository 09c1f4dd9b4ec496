// SPDX-License-Identifier: Apache-2.0

/// The factor by which a JPEG is shrunk while it is decoded.
///
/// Scaling is part of the inverse cosine transform: each sample is the mean of those that it
/// replaces. A small picture saves most of that transform.
public enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// Every stored sample.
    case full = 1
    /// Half of the width and height.
    case half = 2
    /// A quarter of the width and height.
    case quarter = 4
    /// An eighth of the width and height: the mean of each block.
    case eighth = 8

    /// The divisor of width and height.
    public var denominator: Int { rawValue }
}
