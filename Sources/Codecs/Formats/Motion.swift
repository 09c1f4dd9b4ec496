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

    /// The memory that decoding takes for each pixel of a frame beyond the size of the image, in bytes.
    var pixelByteCount = 0

    /// The number of pixels in the frames up to a frame: the work of showing it.
    ///
    /// A frame counts with the pixels of the image, or with its own if they are more.
    package func pixelCount(frames count: Int) -> Int {
        frames.prefix(count).reduce(0) { sum, frame in
            let decoded = isShown(frame) ? frame.place.size.pixelCount : 0
            let (total, overflow) = sum.addingReportingOverflow(max(size.pixelCount, decoded))
            return overflow ? .max : total
        }
    }

    /// The work of the frames up to a frame, in multiples of one frame of the image size.
    func passes(frames count: Int) -> Int {
        (pixelCount(frames: count) - 1) / max(1, size.pixelCount) + 1
    }

    /// Whether a frame has pixels inside of the image; only such a frame is decoded.
    func isShown(_ frame: MotionFrame) -> Bool {
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return !frame.place.intersection(whole).isEmpty
    }

    /// The greatest amount of memory for composing frames, in bytes, beside the decoder of an image of the same size.
    ///
    /// It includes the file of one frame, and the rows of a frame that is larger than the image.
    ///
    /// - Parameter fileByteCount: The length of the whole file.
    /// - Returns: The number of bytes.
    package func composingByteCount(fileByteCount: Int) -> Int {
        let largest = frames.reduce(0) { largest, frame in
            isShown(frame) ? max(largest, frame.place.size.pixelCount) : largest
        }
        return composedByteCount + fileByteCount
            + max(0, largest - size.pixelCount) * pixelByteCount
    }

    /// The greatest amount of memory for the composed frame, in bytes, and for what lies under a frame that will be
    /// removed.
    var composedByteCount: Int {
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
