// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// An image that a plan uses in addition to the source, and the channels of it that are kept.
struct PictureUse: Hashable, Sendable {
    /// The channels that are kept of a decoded image.
    enum Form: Hashable, Sendable {
        /// The premultiplied color or gray, and the alpha.
        case color
        /// Only the alpha channel.
        case alpha
        /// Only the luminance, multiplied by alpha.
        case luminance

        /// Returns the channels that are kept of an image with the given channels.
        func layout(of layout: ChannelLayout) -> ChannelLayout {
            switch self {
            case .color: layout.addingAlpha
            case .alpha, .luminance: .gray
            }
        }
    }

    /// The identifier of the image.
    let picture: ResourceID

    /// The channels that are kept of the image.
    let form: Form
}

extension PictureUse {
    /// Creates the use of a mask's image: of its alpha or its luminance.
    init(_ mask: Mask) {
        switch mask.channel {
        case .alpha: self.init(picture: mask.picture, form: .alpha)
        case .luminance: self.init(picture: mask.picture, form: .luminance)
        }
    }
}
