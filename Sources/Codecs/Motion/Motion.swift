// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The frames of a moving image as the file states them: their places, delays and compressed bytes.
///
/// A parser finds it with the file header, without decoding a pixel, so that a request is priced by the pixels of
/// all frames. Each frame is cut out as a still file of its own (``file(of:in:)``), which any decoder of the
/// format reads; ``FrameSequence`` puts the frames together.
package struct Motion: Hashable, Sendable {
    /// The size of a composed frame, in pixels.
    package var size: PixelSize

    /// The channels of the composed frames; with alpha if any frame can show the ground.
    package var layout: ChannelLayout

    /// The number of times that the animation is played; 0 for endlessly.
    package var playCount = 1

    /// The frames of the file, in order.
    package var frames: [MotionFrame] = []

    /// The formats of files whose frames are stills of the same format.
    enum Container: Hashable, Sendable {
        /// GIF.
        case gif
        /// Animated PNG.
        case png
        /// Animated WebP.
        case webp
    }

    /// The format of the file.
    var container: Container

    /// Whether the first frame is the image that decoders of stills show.
    var beginsWithStill = true

    /// The bytes of the file that all frames share, such as a palette.
    var shared: [Range<Int>] = []

    /// Creates a moving image without frames yet.
    init(_ container: Container, size: PixelSize, layout: ChannelLayout) {
        self.container = container
        self.size = size
        self.layout = layout
    }

    /// The number of pixels in the composed frames up to a frame: the work of showing it.
    package func pixelCount(frames count: Int) -> Int {
        let (product, overflow) = size.pixelCount.multipliedReportingOverflow(by: count)
        return overflow ? .max : product
    }

    /// The greatest amount of memory for the composed frame, in bytes, and for what lies under a frame that will be
    /// removed.
    package var composedByteCount: Int {
        (frames.contains { $0.disposal == .restore } ? 2 : 1)
            * Band<Straight>.byteCount(layout: layout, width: size.width, capacity: size.height)
    }
}

/// One frame of a moving image: its place on the composed frame, its duration, and its bytes in the file.
package struct MotionFrame: Hashable, Sendable {
    /// The treatment of a frame's place before the next frame is drawn.
    enum Disposal: Hashable, Sendable {
        /// The frame stays.
        case keep
        /// Its place becomes transparent.
        case clear
        /// Its place becomes what it was before.
        case restore
    }

    /// The place on the composed frame, which it may exceed in a GIF.
    var place: PixelRect

    /// The time for which the frame is shown.
    package var delay: Duration = .zero

    /// The treatment of the place before the next frame.
    var disposal = Disposal.keep

    /// Whether the frame is blended over what is there, instead of replacing it.
    var blends = true

    /// The ranges of the frame's own bytes in the file.
    var pieces: [Range<Int>] = []

    /// Bits of the frame that only its format knows.
    var fields: UInt8 = 0

    /// The index of a GIF's transparent color; nil for none.
    var transparentIndex: UInt8?
}
