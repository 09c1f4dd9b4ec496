// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A color plane as decoders enlarge it, to a sample for each pixel, without rounding.
///
/// Each sample is interpolated from the nearest sample of the plane, with a weight of 3/4 along each
/// axis, and the next nearest one; or it repeats the nearest one. Beyond the edges, the last sample
/// of the plane is repeated.
///
/// Reference: libjpeg-turbo 2.1.5, `h2v2_fancy_upsample`.
struct EnlargedPlane {
    /// Whether samples are interpolated along a column.
    let interpolatesRows: Bool

    /// Whether samples are interpolated along a row.
    let interpolatesColumns: Bool

    private let shape: JPEGPlaneShape

    init(_ shape: JPEGPlaneShape) {
        self.shape = shape
        interpolatesRows = shape.isInterpolated && shape.verticalPitch == 2
        interpolatesColumns = shape.isInterpolated && shape.horizontalPitch == 2
    }

    /// The addends, in sixteenths, that a decoder rounds eight pixels with; 0 where it need not round.
    func rounding(ofRow y: Int) -> SIMD8<Float> {
        switch (interpolatesColumns, interpolatesRows) {
        case (true, true): SIMD8(8, 7, 8, 7, 8, 7, 8, 7)
        case (true, false): SIMD8(4, 8, 4, 8, 4, 8, 4, 8)
        case (false, true): SIMD8(repeating: y % 2 == 0 ? 4 : 8)
        case (false, false): SIMD8()
        }
    }

    /// The nearest and the next nearest row of the plane.
    func rows(of y: Int) -> (near: Int, far: Int) {
        let (near, last) = (y / shape.verticalPitch, shape.height - 1)
        let far = interpolatesRows ? near + (y % 2 == 0 ? -1 : 1) : near
        return (min(near, last), min(max(far, 0), last))
    }

    /// Eight consecutive pixels.
    ///
    /// - Parameters:
    ///   - x: The column of the first pixel, a multiple of eight.
    ///   - near: The nearest row of the plane.
    ///   - far: The next nearest row.
    /// - Returns: The samples, each 16 times as large.
    func run(from x: Int, _ near: Span<UInt8>, _ far: Span<UInt8>) -> SIMD8<Float> {
        let (last, pitch) = (shape.width - 1, shape.horizontalPitch)
        func sample(_ column: Int) -> Float {
            let column = min(max(column, 0), last)
            return Float(3 * Int32(near[column]) + Int32(far[column]))
        }
        if interpolatesColumns {
            let first = x / 2 - 1
            let (a, b, c) = (sample(first), sample(first + 1), sample(first + 2))
            let (d, e, f) = (sample(first + 3), sample(first + 4), sample(first + 5))
            return SIMD8(b, b, c, c, d, d, e, e) * 3 + SIMD8(a, c, b, d, c, e, d, f)
        }
        var run = SIMD8<Float>()
        for lane in 0..<8 { run[lane] = 4 * sample((x + lane) / pitch) }
        return run
    }
}
