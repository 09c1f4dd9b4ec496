// SPDX-License-Identifier: Apache-2.0

public import Raster

/// How samples lie in an interleaved row of bytes.
public enum PackedSamples: Hashable, Sendable, CaseIterable {
    /// One byte per sample.
    case eightBit
    /// Two bytes per sample, the more significant first, as in PNG.
    case sixteenBit

    /// Bytes of one sample.
    public var bytesPerSample: Int { self == .eightBit ? 1 : 2 }

    /// Bytes of one row without padding.
    public func rowByteCount(layout: ChannelLayout, width: Int) -> Int {
        width * layout.channelCount * bytesPerSample
    }
}
