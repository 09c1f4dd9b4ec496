// SPDX-License-Identifier: Apache-2.0

/// How much smaller than the picture a JPEG is decoded.
///
/// Scaling is part of the inverse cosine transform: a sample is the mean of those that it stands for,
/// and whoever needs a small picture only is spared most of that transform.
public enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// Every sample that is stored.
    case full = 1
    /// Half of the width and of the height.
    case half = 2
    /// A quarter of the width and of the height.
    case quarter = 4
    /// An eighth of the width and of the height: the mean of each block.
    case eighth = 8

    /// By what width and height are divided.
    public var denominator: Int { rawValue }
}
