// SPDX-License-Identifier: Apache-2.0

import Codecs

/// The planes of the result, while they are made of low rows and written, group by group.
protocol PlaneResult: AnyObject {
    /// The planes.
    var planes: JPEGPlanes { get }

    /// Begins a group, which is the next.
    func begin(_ group: Int)

    /// Makes rows of one plane of the group, as far as there are low rows for it.
    ///
    /// - Returns: Whether the plane has all of them by now.
    func fill(_ plane: Int, from low: LowPlanes) -> Bool

    /// Encodes the group, of which all planes are full.
    func encode() throws(CodecError)

    /// Completes the file once every group is in.
    func finish() throws(CodecError)
}

/// Something that low rows of one plane are handed to, in order.
protocol LowRowTaker: AnyObject {
    /// Whether what is made next needs another low row.
    var isHungry: Bool { get }

    /// The low row that is needed next.
    var nextLow: Int { get }

    /// Takes the next low row.
    func push(_ low: Span<UInt16>)
}
