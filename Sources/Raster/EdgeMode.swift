// SPDX-License-Identifier: Apache-2.0

/// The values assumed beyond the extent of an image by operations that read neighboring pixels.
public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
    /// The nearest sample inside, repeated: aaa|abc|ccc.
    case clamp
    /// The image mirrored at its border, the border sample included: cba|abc|cba.
    ///
    /// Reference: Filter Effects Module Level 2, `backdrop-filter`, edge mode *mirror*.
    case mirror
    /// Nothing: samples outside have no weight, and the remaining weights are scaled up to a sum of
    /// one, as CAFilter's `inputNormalizeEdges` does.
    case normalize
    /// Transparent black: the image fades at its border, and the result has alpha.
    case transparent
    /// Transparent black, with an extent that grows to show all of the blurred border.
    case expand

    /// Whether an opaque image has alpha afterwards.
    package var introducesAlpha: Bool { self == .transparent || self == .expand }
}
