// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ImageHeader {
    /// Creates the header of a canvas that is not read from a file: as of a PNG of that size, but
    /// decoded without work and memory.
    ///
    /// - Parameters:
    ///   - size: The width and height.
    ///   - isOpaque: Whether the canvas has no alpha.
    package init(canvas size: PixelSize, isOpaque: Bool) {
        self.init(
            format: .png,
            codedSize: size,
            orientation: .topLeft,
            layout: isOpaque ? .rgb : .rgba,
            bitDepth: .eight,
            deliveredDepth: .eight,
            isStreamable: true,
            decoderByteCount: 0,
            profileByteCount: 0,
            decodingPasses: 0
        )
    }
}
