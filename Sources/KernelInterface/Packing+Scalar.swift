// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        for x in 0..<shape.width {
            for channel in 0..<shape.channelCount {
                planes[channel * shape.planeStride + x] =
                    UInt16(bytes[x * shape.channelCount + channel]) * 257
            }
        }
    }

    package static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        for x in 0..<shape.width {
            for channel in 0..<shape.channelCount {
                let offset = (x * shape.channelCount + channel) * 2
                planes[channel * shape.planeStride + x] =
                    UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
            }
        }
    }

    package static func pack8(
        _ planes: Span<UInt16>,
        addends: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        for x in 0..<shape.width {
            for channel in 0..<shape.channelCount {
                let sample = UInt32(planes[channel * shape.planeStride + x])
                let isColor = channel < shape.colorChannelCount
                let addend = isColor ? addends[x & 15] : byteRounding
                bytes[x * shape.channelCount + channel] =
                    UInt8(min(255, (sample + UInt32(addend)) / 257))
            }
        }
    }

    package static func pack16(
        _ planes: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        for x in 0..<shape.width {
            for channel in 0..<shape.channelCount {
                let sample = planes[channel * shape.planeStride + x]
                let offset = (x * shape.channelCount + channel) * 2
                bytes[offset] = UInt8(sample >> 8)
                bytes[offset + 1] = UInt8(truncatingIfNeeded: sample)
            }
        }
    }
}
