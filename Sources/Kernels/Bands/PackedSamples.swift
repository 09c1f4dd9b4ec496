// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The format of samples in an interleaved row of bytes.
public enum PackedSamples: Hashable, Sendable, CaseIterable {
    /// One byte per sample.
    case eightBit
    /// Two bytes per sample, the more significant first, as in PNG.
    case sixteenBit

    /// The number of bytes for one sample.
    public var bytesPerSample: Int { self == .eightBit ? 1 : 2 }

    /// The number of bytes for one row without padding.
    public func rowByteCount(layout: ChannelLayout, width: Int) -> Int {
        width * layout.channelCount * bytesPerSample
    }
}
