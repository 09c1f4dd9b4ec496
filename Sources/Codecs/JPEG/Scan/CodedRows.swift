// SPDX-License-Identifier: Apache-2.0

/// One MCU row (a group) of a JPEG after Huffman decoding, before the inverse transform.
///
/// Huffman decoding must go from the first group to the last; the inverse transform of a group is
/// independent and may run on another thread. Where the library decodes a file, the group holds
/// samples already.
package struct CodedRows: ~Copyable, Sendable {
    /// The image planes.
    package let planes: JPEGPlanes

    /// The index of the MCU row that was read; nil while none is held.
    package internal(set) var group: Int?

    /// The blocks that this module has decoded; allocated with the first MCU row.
    var blocks: JPEGBlockRows?

    /// The samples that libjpeg has decoded; allocated with the first MCU row.
    var rows: PlaneRows?

    /// Whether the MCU row is held as ``blocks``, rather than as samples in ``rows``.
    var holdsBlocks = false

    /// Creates room for an MCU row, allocated when the first one is read.
    ///
    /// - Parameter planes: The image planes.
    package init(_ planes: JPEGPlanes) { self.planes = planes }

    /// The greatest number of bytes that an MCU row may take.
    ///
    /// - Parameter header: The header of a file with planes.
    /// - Returns: The number of bytes.
    package static func byteCount(_ header: ImageHeader) -> Int {
        guard let planes = header.planes else { return 0 }
        let blocks = header.isStreamable ? JPEGBlockRows.byteCount(planes) : 0
        return blocks + PlaneRows.byteCount(planes)
    }

    /// Whether the samples of the MCU row are exactly those that libjpeg decodes, for checks.
    ///
    /// False for coefficients beyond the range of 8-bit samples: builds of the library differ
    /// there.
    package var isExact: Bool {
        guard group != nil, holdsBlocks else { return true }
        return switch blocks {
        case .none: true
        case .some(let blocks): blocks.isExact
        }
    }

    /// Moves the MCU row into another store as samples, by the inverse transform where it is
    /// needed.
    ///
    /// - Parameter target: Rows of the same planes, at full scale, which receive the samples and the
    ///   group, or nil if there is none.
    package mutating func makeRows(into target: inout PlaneRows) {
        precondition(
            target.planes == planes && target.scale == .full,
            "the rows have another shape"
        )
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

    /// Computes the samples of the MCU row in advance, so that ``makeRows(into:)`` only has to
    /// exchange buffers.
    package mutating func makeSamples() {
        guard group != nil, holdsBlocks else { return }
        var made = rows.take() ?? PlaneRows(planes)
        blocks?.makeSamples(into: &made)
        rows = consume made
        holdsBlocks = false
    }
}
