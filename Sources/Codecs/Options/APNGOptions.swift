// SPDX-License-Identifier: Apache-2.0

/// The options of an encoder of animated PNG files.
public struct APNGOptions: Hashable, Sendable {
    /// The options for the pixels of each frame, of which the pixel format is the same for all.
    public var png: PNGOptions

    /// Creates options for an encoder of animated PNG files from the options for each frame.
    public init(png: PNGOptions = PNGOptions()) { self.png = png }
}
