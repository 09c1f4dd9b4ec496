// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A JPEG result, whose planes are made from low-resolution rows and encoded in groups of rows.
protocol PlaneResult: AnyObject {
    /// The sizes and the sampling of the planes of the result.
    var planes: JPEGPlanes { get }

    /// Makes a group of rows the current one, before its planes are filled.
    func begin(_ group: Int)

    /// Makes rows of one plane of the current group from the available low-resolution rows; true
    /// once the plane has all.
    ///
    /// - Returns: Whether the plane has all rows of the group.
    func fill(_ plane: Int, from low: LowPlanes) -> Bool

    /// Replaces those squares of pixels of a group where color filters are not linear, after all
    /// planes are full.
    func replace(_ group: Int, by colors: PixelColors)

    /// Encodes the current group of rows, after all of its planes are full.
    func encode() throws(CodecError)

    /// Completes the JPEG file after the last group of rows.
    func finish() throws(CodecError)
}

/// A receiver of the low-resolution rows of one plane, such as the second half of its blur.
protocol LowRowTaker: AnyObject {
    /// Whether the next output row needs another low-resolution row.
    var isHungry: Bool { get }

    /// The index of the low-resolution row that is needed next.
    var nextLow: Int { get }

    /// Receives the next low-resolution row.
    func push(_ low: Span<UInt16>)
}
