// SPDX-License-Identifier: Apache-2.0

/// An image used as a mask: a weight for each pixel.
public struct Mask: Hashable, Sendable {
    /// The mask channel to use: alpha or luminance.
    public enum Channel: String, Hashable, Sendable, CaseIterable {
        /// The alpha; an opaque image has full weight everywhere.
        case alpha
        /// The luminance (.2126, .7152, .0722 of encoded color) times the alpha.
        case luminance
    }

    /// The identifier of the mask image, stretched over the masked area.
    public var picture: ResourceID
    /// The channel of the mask image to use: alpha or luminance.
    public var channel: Channel

    /// Creates a mask from an image's identifier and the channel to use.
    public init(_ picture: ResourceID, channel: Channel) {
        self.picture = picture
        self.channel = channel
    }

    /// The mask's image and channel as a canonical value, for cache keys.
    var value: PlanValue {
        .record(
            "mask",
            [
                .init("picture", .text(picture.digest)),
                .init("channel", .text(channel.rawValue)),
            ]
        )
    }
}
