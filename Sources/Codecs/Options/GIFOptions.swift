// SPDX-License-Identifier: Apache-2.0

/// The options of a GIF encoder.
public struct GIFOptions: Hashable, Sendable {
    /// Whether to spread the error of the palette's colors over their neighbors; without, areas have edges.
    public var dither: Bool

    /// Creates options for a GIF encoder.
    ///
    /// - Parameter dither: Whether to spread the error of the palette's colors over their neighbors.
    public init(dither: Bool = true) { self.dither = dither }
}
