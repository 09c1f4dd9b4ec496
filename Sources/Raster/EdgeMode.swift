// SPDX-License-Identifier: Apache-2.0

/// What lies beyond the extent of a picture, for operations that look at neighbors.
public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
    /// The nearest sample inside, repeated: aaa|abc|ccc.
    case clamp
    /// The picture mirrored at its border, the border sample included: cba|abc|cba.
    ///
    /// Reference: Filter Effects Module Level 2, `backdrop-filter`, edge mode *mirror*.
    case mirror
    /// Nothing: weights that fall outside do not count, and the others are scaled up to a sum
    /// of one, as CAFilter's `inputNormalizeEdges` does.
    case normalize
    /// Transparent black: the rim of the picture fades, and the result has alpha.
    case transparent
    /// As ``transparent``, and the extent grows so that what spills over stays visible.
    case expand

    /// Whether an opaque picture has alpha afterwards.
    public var introducesAlpha: Bool { self == .transparent || self == .expand }
}
