// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func applyCurve(
        _ curve: CurveCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        // A gray plane serves as red, green and blue together.
        let stride = shape.colorChannelCount == 3 ? shape.planeStride : 0
        for x in 0..<shape.width {
            let red = Float(planes[x])
            let green = Float(planes[stride + x])
            let blue = Float(planes[2 * stride + x])
            let sum = curve.red * red + curve.green * green + curve.blue * blue
            let luminance = sum < 1 ? sum : 1
            let cubic =
                ((curve.third * luminance + curve.second) * luminance + curve.first) * luminance
                + curve.zeroth
            let positive = cubic > 0 ? cubic : 0
            let value = positive < curve.most ? positive : curve.most
            func channel(_ sample: Float) -> UInt16 {
                // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
                let sum = (0x1p23 + sample) + (value - curve.amount * sample)
                return UInt16(min(max(sum - 0x1p23, 0), 65_535))
            }
            planes[x] = channel(red)
            if stride > 0 {
                planes[stride + x] = channel(green)
                planes[2 * stride + x] = channel(blue)
            }
        }
    }
}
