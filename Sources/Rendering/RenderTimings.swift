// SPDX-License-Identifier: Apache-2.0

/// The time that each part of a render took.
public struct RenderTimings: Hashable, Sendable {
    /// Reading and decoding the source.
    public var decode: Duration = .zero
    /// Everything between decoding and encoding.
    public var effects: Duration = .zero
    /// Encoding the result and handing it to the sink.
    public var encode: Duration = .zero

    /// Creates timings of zero.
    public init() {}
}
