// SPDX-License-Identifier: Apache-2.0

package import KernelInterface

extension VectorKernels {
    // 16-bit images are rare, and zlib takes a hundred times longer: scalar loops suffice.

    package static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe bytes.withRow(2 * shape.width * shape.channelCount) { source in
            unsafe planes.withRow(shape.spanCount) { target in
                for channel in 0..<shape.channelCount {
                    for x in 0..<shape.width {
                        let index = 2 * (x * shape.channelCount + channel)
                        unsafe target[channel * shape.planeStride + x] =
                            UInt16(source[index]) << 8 | UInt16(source[index + 1])
                    }
                }
            }
        }
    }

    package static func pack16(
        _ planes: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) {
        // SAFETY: the rows are checked for every access, and no pointer escapes.
        unsafe planes.withRow(shape.spanCount) { source in
            unsafe bytes.withRow(2 * shape.width * shape.channelCount) { target in
                for channel in 0..<shape.channelCount {
                    for x in 0..<shape.width {
                        let index = 2 * (x * shape.channelCount + channel)
                        let sample = unsafe source[channel * shape.planeStride + x]
                        unsafe target.store(sample.bigEndian, at: index)
                    }
                }
            }
        }
    }
}
