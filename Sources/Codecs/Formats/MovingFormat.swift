// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A written format whose files can hold the frames of a moving image.
protocol MovingFormat: WrittenFormat {
    /// Creates an encoder of frames, and begins its file.
    ///
    /// - Parameters:
    ///   - facts: The size and the channels of all frames, and how often they are played.
    ///   - profile: A color profile that fits the channels; nil for sRGB.
    ///   - output: Takes the file.
    /// - Returns: The encoder of frames.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, or `sinkClosed`.
    func makeFrameWriter(
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any FrameWriter

    /// Whether the encoder writes nothing before it has the last frame.
    static var holdsFrames: Bool { get }
}

/// The facts about a moving result that an encoder needs before the first frame.
package struct MotionFacts: Hashable, Sendable {
    /// The size of each frame, in pixels.
    package var size: PixelSize

    /// The channels of each frame.
    package var layout: ChannelLayout

    /// The number of frames.
    package var frameCount: Int

    /// The number of times that the frames are played; 0 for endlessly.
    package var playCount: Int

    /// Creates the facts about a moving result.
    package init(size: PixelSize, layout: ChannelLayout, frameCount: Int, playCount: Int) {
        self.size = size
        self.layout = layout
        self.frameCount = frameCount
        self.playCount = playCount
    }
}

/// An encoder of frames, one after the other.
protocol FrameWriter: AnyObject {
    /// Encodes the next frame.
    func write(_ frame: PackedFrame) throws(CodecError)

    /// Completes the file after the last frame.
    func finish() throws(CodecError)
}

/// A frame as interleaved bytes, with the frame before it and the rectangle in which they differ.
struct PackedFrame {
    /// The size in pixels.
    let size: PixelSize

    /// The bytes of a pixel.
    let pixelByteCount: Int

    /// The rows of the frame.
    let bytes: [UInt8]

    /// The rows of the frame before it; empty for the first frame.
    let former: [UInt8]

    /// The time from the start of the animation at which the frame is shown, and at which its successor is.
    let time: Range<Duration>

    /// The smallest rectangle that holds all changes since the frame before; one pixel without changes.
    let changes: PixelRect

    init(
        size: PixelSize,
        pixelByteCount: Int,
        bytes: [UInt8],
        former: [UInt8],
        time: Range<Duration>
    ) {
        self.size = size
        self.pixelByteCount = pixelByteCount
        self.bytes = bytes
        self.former = former
        self.time = time
        changes =
            former.isEmpty
            ? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
            : Self.changes(bytes, former, size, pixelByteCount)
    }

    /// The duration in units, so that the sum of all durations stays exact to one unit.
    func duration(in unit: Duration) -> Int {
        Self.rounded(time.upperBound, unit) - Self.rounded(time.lowerBound, unit)
    }

    private static func rounded(_ time: Duration, _ unit: Duration) -> Int {
        Int((time / unit).rounded())
    }

    /// The bytes of one row of a rectangle.
    func row(_ y: Int, of place: PixelRect) -> ArraySlice<UInt8> {
        let start = ((place.y + y) * size.width + place.x) * pixelByteCount
        return bytes[start..<start + place.size.width * pixelByteCount]
    }

    private static func changes(
        _ bytes: [UInt8],
        _ former: [UInt8],
        _ size: PixelSize,
        _ pixelByteCount: Int
    ) -> PixelRect {
        let rowByteCount = size.width * pixelByteCount
        var (left, right, top, bottom) = (size.width, 0, size.height, 0)
        for y in 0..<size.height {
            let row = y * rowByteCount..<(y + 1) * rowByteCount
            guard let first = row.first(where: { bytes[$0] != former[$0] }),
                let last = row.last(where: { bytes[$0] != former[$0] })
            else { continue }
            left = min(left, (first - row.lowerBound) / pixelByteCount)
            right = max(right, (last - row.lowerBound) / pixelByteCount + 1)
            top = min(top, y)
            bottom = y + 1
        }
        guard right > 0 else { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
