// SPDX-License-Identifier: Apache-2.0

import Raster

extension Band where Form == Straight {
    /// Eight samples of a plane of the result, from 0 to 255, each of them the mean of its pixels.
    ///
    /// Pure blue has a Cb of 255.5, which no sample can be.
    ///
    /// - Parameters:
    ///   - row: The row in the plane, from 0 on.
    ///   - start: The column of the first pixel of a square.
    ///   - column: The column in the plane, from the start of the square on.
    ///   - plane: The index of the plane.
    ///   - pitch: The pixels of a sample along each axis, 1 or 2.
    /// - Returns: The samples, which are not rounded.
    borrowing func run(
        _ row: Int,
        _ start: Int,
        _ column: Int,
        of plane: Int,
        pitch: Int
    ) -> SIMD8<Float> {
        var sums = SIMD8<UInt32>()
        for line in 0..<pitch {
            let pixels = self.row(row * pitch + line, of: plane)
            for lane in 0..<8 {
                for offset in 0..<pitch {
                    let pixel = pixels[start + (column + lane) * pitch + offset]
                    sums[lane] += UInt32(min(pixel, 255 * 256))
                }
            }
        }
        return SIMD8<Float>(sums) * (1 / Float(256 * pitch * pitch))
    }
}
