// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Raster

extension Frostpane {
    /// The format of a result, and the limits of a rendering.
    public struct Options: Hashable, Sendable {
        /// The format of the result and its options; nil for the format of the picture.
        public var format: EncodingOptions?

        /// The color behind transparent pixels in a format without alpha.
        public var background: Color

        /// The largest sizes of pictures and results.
        public var limits: DecodeLimits

        /// The kinds of damage with which pictures are decoded nevertheless.
        public var damage: DamagePolicy

        /// The greatest time of a rendering; nil for no limit.
        public var timeLimit: Duration?

        /// Creates options.
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
