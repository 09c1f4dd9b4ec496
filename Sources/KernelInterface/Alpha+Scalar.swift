// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func premultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        let alphaStart = (shape.channelCount - 1) * shape.planeStride
        for channel in 0..<(shape.channelCount - 1) {
            for x in 0..<shape.width {
                let index = channel * shape.planeStride + x
                planes[index] = product(planes[index], planes[alphaStart + x])
            }
        }
    }

    package static func unpremultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        let alphaStart = (shape.channelCount - 1) * shape.planeStride
        for channel in 0..<(shape.channelCount - 1) {
            for x in 0..<shape.width {
                let index = channel * shape.planeStride + x
                planes[index] = quotient(planes[index], planes[alphaStart + x])
            }
        }
    }

    package static func composite(
        _ color: Span<UInt16>,
        alpha: Span<UInt16>,
        background: UInt16,
        into result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<result.count {
            let sum =
                UInt32(color[x]) * UInt32(alpha[x])
                + UInt32(background) * UInt32(65_535 - alpha[x])
            result[x] = UInt16((UInt64(sum) + 32_767) / 65_535)
        }
    }

    package static func mix(
        _ front: Span<UInt16>,
        weights: Span<UInt16>,
        into result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<result.count {
            let sum =
                UInt32(front[x]) * UInt32(weights[x])
                + UInt32(result[x]) * UInt32(65_535 - weights[x])
            result[x] = UInt16((UInt64(sum) + 32_767) / 65_535)
        }
    }

    /// The product *a* × *b* of two samples, rounded to nearest; ties do not exist, since 65,535 is
    /// odd.
    private static func product(_ a: UInt16, _ b: UInt16) -> UInt16 {
        UInt16((UInt64(a) * UInt64(b) + 32_767) / 65_535)
    }

    /// The quotient *a* / *b* of two samples, rounded to nearest, half up, at most 1; 0 where *b*
    /// is 0.
    private static func quotient(_ a: UInt16, _ b: UInt16) -> UInt16 {
        if b == 0 { return 0 }
        return UInt16(min(65_535, (UInt64(a) * 65_535 + UInt64(b) / 2) / UInt64(b)))
    }
}
