// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A picture that a plan uses beside the source, and the channels of it that are kept.
struct PictureUse: Hashable, Sendable {
    /// The channels that are kept of a decoded picture.
    enum Form: Hashable, Sendable {
        /// The premultiplied color or gray, and the alpha.
        case color
        /// Only the alpha channel.
        case alpha
        /// Only the luminance, multiplied by alpha.
        case luminance

        /// Returns the channels that are kept of a picture with the given channels.
        func layout(of layout: ChannelLayout) -> ChannelLayout {
            switch self {
            case .color: layout.addingAlpha
            case .alpha, .luminance: .gray
            }
        }
    }

    /// The identifier of the picture.
    let picture: ResourceID

    /// The channels that are kept of the picture.
    let form: Form
}

extension PictureUse {
    /// Creates the use of a mask's picture: of its alpha or its luminance.
    init(_ mask: Mask) {
        switch mask.channel {
        case .alpha: self.init(picture: mask.picture, form: .alpha)
        case .luminance: self.init(picture: mask.picture, form: .luminance)
        }
    }
}
