// SPDX-License-Identifier: Apache-2.0

import Raster

/// Makes stills of the frames of a GIF.
enum GIFFrames {
    /// Makes a GIF of one frame, whose screen is the place of the frame.
    ///
    /// - Parameters:
    ///   - frame: The frame; its bytes begin with its own palette, if it has one.
    ///   - motion: The moving image, whose shared bytes are the screen's last three fields and palette.
    ///   - bytes: The whole file.
    /// - Returns: A GIF.
    static func file(of frame: MotionFrame, _ motion: Motion, _ bytes: [UInt8]) -> [UInt8] {
        let size = number(frame.place.size.width) + number(frame.place.size.height)
        var file = Array("GIF89a".utf8) + size
        for range in motion.shared { file += bytes[range] }
        let screen = bytes[motion.shared[0].lowerBound]
        if let index = frame.transparentIndex ?? unusedIndex(frame, screen) {
            file += [0x21, 0xF9, 4, 1, 0, 0, index, 0]
        }
        file += [0x2C, 0, 0, 0, 0] + size + [frame.fields]
        for range in frame.pieces { file += bytes[range] }
        return file + [0x3B]
    }

    /// An index that no color has, so that indices beyond the palette are transparent; nil for a full palette.
    private static func unusedIndex(_ frame: MotionFrame, _ screen: UInt8) -> UInt8? {
        let fields = frame.fields & 0x80 != 0 ? frame.fields : screen
        return fields & 7 == 7 ? nil : 255
    }

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
