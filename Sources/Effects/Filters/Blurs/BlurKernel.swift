// SPDX-License-Identifier: Apache-2.0

/// The kernel that a blur uses for a standard deviation: a Gaussian, or three boxes.
public enum BlurKernel: String, Hashable, Sendable, CaseIterable {
    /// A Gaussian, without approximation.
    case gaussian
    /// Three box blurs, the approximation that the CSS specification Filter Effects allows.
    case css3box
    /// Three box blurs, as in Apple's sample code UIImage+ImageEffects.
    case apple3box
}
