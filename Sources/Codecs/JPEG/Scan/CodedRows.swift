// SPDX-License-Identifier: Apache-2.0

/// One group of rows of a JPEG after the part of decoding that must be done from the first group to
/// the last: reading.
///
/// What is left to do is each group's own, and may be done on another thread. Where the library decodes a
/// file nothing is left to do.
public struct CodedRows: ~Copyable, Sendable {
    /// The planes of the picture.
    public let planes: JPEGPlanes

    /// The group that was read; nil while there is none.
    public internal(set) var group: Int?

    /// What was read without the library; allocated with the first group.
    var blocks: JPEGBlockRows?

    /// What the library has decoded; allocated with the first group.
    var rows: PlaneRows?

    /// Whether the group is in ``blocks``.
    var holdsBlocks = false

    /// Creates rows that belong to no group.
    ///
    /// - Parameter planes: The planes of the picture.
    public init(_ planes: JPEGPlanes) { self.planes = planes }

    /// The bytes that the rows of a group may occupy.
    ///
    /// - Parameter header: Of a file with planes.
    /// - Returns: Bytes.
    public static func byteCount(_ header: ImageHeader) -> Int {
        guard let planes = header.planes else { return 0 }
        let blocks = header.isStreamable ? JPEGBlockRows.byteCount(planes) : 0
        return blocks + PlaneRows.byteCount(planes)
    }

    /// Makes samples of the group, which is gone thereby.
    ///
    /// - Parameter target: Rows of the same planes, at full scale, that get the samples and the group;
    ///   without a group here they have none.
    public mutating func makeRows(into target: inout PlaneRows) {
        precondition(target.planes == planes && target.scale == .full, "rows of another shape")
        if group != nil {
            if holdsBlocks {
                blocks?.makeSamples(into: &target)
            } else if var decoded = rows.take() {
                swap(&decoded, &target)
                rows = consume decoded
            }
        }
        target.group = group.take()
    }

    /// Makes samples of the group ahead of ``makeRows(into:)``, so that nothing is left to do there.
    public mutating func makeSamples() {
        guard group != nil, holdsBlocks else { return }
        var made = rows.take() ?? PlaneRows(planes)
        blocks?.makeSamples(into: &made)
        rows = consume made
        holdsBlocks = false
    }
}
