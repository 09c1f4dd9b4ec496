// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A picture that a plan uses beside the source, with the form that is kept of it.
struct PictureUse: Hashable, Sendable {
    /// The samples that are kept of a picture.
    enum Form: Hashable, Sendable {
        /// Premultiplied color and alpha, or gray and alpha.
        case color
        /// Only the alpha.
        case alpha
        /// Only the luminance times alpha.
        case luminance

        /// The channels that are kept of a picture with the given ones.
        func layout(of layout: ChannelLayout) -> ChannelLayout {
            switch self {
            case .color: layout.addingAlpha
            case .alpha, .luminance: .gray
            }
        }
    }

    /// The picture.
    let picture: ResourceID

    /// The samples that are kept.
    let form: Form
}

extension PictureUse {
    /// The use of the picture of a mask.
    init(_ mask: Mask) {
        switch mask.channel {
        case .alpha: self.init(picture: mask.picture, form: .alpha)
        case .luminance: self.init(picture: mask.picture, form: .luminance)
        }
    }
}
