// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Raster

extension Frostpane {
    /// The format of a result, and the limits of a rendering.
    public struct Options: Hashable, Sendable {
        /// The format of the result and its options; nil to choose a format by the source format.
        public var format: EncodingOptions?

        /// The background color of transparent pixels in a format without alpha.
        public var background: Color

        /// The limits on the size of the images and of the result.
        public var limits: DecodeLimits

        /// The kinds of damage to ignore when an image is decoded.
        public var damage: DamagePolicy

        /// The greatest duration of a rendering; nil for no limit.
        public var timeLimit: Duration?

        /// Creates options for the result and the limits of a rendering.
        public init(
            format: EncodingOptions? = nil,
            background: Color = .white,
            limits: DecodeLimits = DecodeLimits(),
            damage: DamagePolicy = .warn,
            timeLimit: Duration? = nil
        ) {
            self.format = format
            self.background = background
            self.limits = limits
            self.damage = damage
            self.timeLimit = timeLimit
        }
    }
}
