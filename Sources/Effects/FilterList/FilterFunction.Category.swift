// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    /// The kind of change that a filter makes.
    package enum Category: String, Hashable, Sendable, CaseIterable {
        /// Averages of neighboring pixels.
        case blur
        /// Changes of each pixel's color by itself.
        case color
        /// Changes of fine detail: sharpening and the removal of noise.
        case detail
        /// Drawn effects, such as shadows, mosaics and reliefs.
        case stylize
        /// Changes of colors that depend on all pixels of the image.
        case statistics
    }

    /// The form of the samples that a filter computes with.
    package enum Space: String, Hashable, Sendable, CaseIterable {
        /// Samples as the image stores them, under a transfer function.
        case encoded
        /// Samples proportional to light, by the transfer function of sRGB.
        case linear
    }
}
