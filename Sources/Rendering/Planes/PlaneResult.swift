// SPDX-License-Identifier: Apache-2.0

import Codecs

/// The planes of the result, made from low-resolution rows and encoded group by group.
protocol PlaneResult: AnyObject {
    /// The shapes of the planes.
    var planes: JPEGPlanes { get }

    /// Begins the next group.
    func begin(_ group: Int)

    /// Makes rows of one plane of the group from the available low-resolution rows.
    ///
    /// - Returns: Whether the plane has all rows of the group.
    func fill(_ plane: Int, from low: LowPlanes) -> Bool

    /// Replaces the squares of the group in which colors bend, after all of its planes are full.
    func replace(_ group: Int, by colors: PixelColors)

    /// Encodes the group after all of its planes are full.
    func encode() throws(CodecError)

    /// Completes the file after the last group.
    func finish() throws(CodecError)
}

/// A receiver of the low-resolution rows of one plane, in order.
protocol LowRowTaker: AnyObject {
    /// Whether the next output row needs another low-resolution row.
    var isHungry: Bool { get }

    /// The index of the low-resolution row that is needed next.
    var nextLow: Int { get }

    /// Takes the next low-resolution row.
    func push(_ low: Span<UInt16>)
}
