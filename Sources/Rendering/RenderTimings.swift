// SPDX-License-Identifier: Apache-2.0

/// Where the time of a render went.
public struct RenderTimings: Hashable, Sendable {
    /// Reading and decoding the source.
    public var decode: Duration = .zero
    /// Everything between decoding and encoding.
    public var effects: Duration = .zero
    /// Encoding the result, handing it over included.
    public var encode: Duration = .zero

    /// Creates timings of zero.
    public init() {}
}
