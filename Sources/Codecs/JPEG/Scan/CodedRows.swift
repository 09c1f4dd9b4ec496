// SPDX-License-Identifier: Apache-2.0

package import Kernels

/// One group of rows of a JPEG after Huffman decoding, before the inverse transform.
///
/// Huffman decoding must go from the first group to the last; the inverse transform of a group is
/// independent and may run on another thread. Where the library decodes a file, the group holds
/// samples already.
package struct CodedRows: ~Copyable, Sendable {
    /// The planes of the picture.
    package let planes: JPEGPlanes

    /// The index of the group that was read; nil while there is none.
    package internal(set) var group: Int?

    /// The blocks that this module has decoded; allocated with the first group.
    var blocks: JPEGBlockRows?

    /// The samples that the library has decoded; allocated with the first group.
    var rows: PlaneRows?

    /// Whether the group is in ``blocks``.
    var holdsBlocks = false

    /// Creates rows without a group.
    ///
    /// - Parameter planes: The planes of the picture.
    package init(_ planes: JPEGPlanes) { self.planes = planes }

    /// The greatest number of bytes that the rows of a group may occupy.
    ///
    /// - Parameters:
    ///   - header: The header of a file with planes.
    ///   - corners: The coefficients that are kept; nil for all.
    /// - Returns: The number of bytes.
    package static func byteCount(_ header: ImageHeader, _ corners: [BlockCorner]? = nil) -> Int {
        guard let planes = header.planes else { return 0 }
        let kept = corners ?? planes.wholeBlocks
        let blocks = header.isStreamable ? JPEGBlockRows.byteCount(planes, kept) : 0
        return blocks + PlaneRows.byteCount(planes)
    }

    /// Whether the samples of the group are exactly those of the library, for checks.
    ///
    /// False for coefficients beyond those of 8-bit samples: builds of the library differ there.
    package var isExact: Bool {
        guard group != nil, holdsBlocks else { return true }
        return switch blocks {
        case .none: true
        case .some(let blocks): blocks.isExact
        }
    }

    /// Whether the group has coefficients, rather than samples that the library has decoded.
    package var holdsCoefficients: Bool { group != nil && holdsBlocks }

    /// Calls a function with the coefficients of a row of blocks, and their inverse transform.
    ///
    /// - Parameters:
    ///   - row: The row of blocks, less than the vertical sampling factor of the plane.
    ///   - plane: The plane.
    ///   - body: Not called where the group has no coefficients.
    package func withBlocks(
        ofRow row: Int,
        of plane: Int,
        _ body: (Span<Int16>, InverseTransform) -> Void
    ) {
        guard holdsCoefficients else { return }
        switch blocks {
        case .none: break
        case .some(let blocks): blocks.withBlocks(ofRow: row, of: plane, body)
        }
    }

    /// Makes the samples of the group, and removes the group from these rows.
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

    /// Makes the samples of the group in advance, so that ``makeRows(into:)`` only has to exchange
    /// them.
    package mutating func makeSamples() {
        guard group != nil, holdsBlocks else { return }
        var made = rows.take() ?? PlaneRows(planes)
        blocks?.makeSamples(into: &made)
        rows = consume made
        holdsBlocks = false
    }
}
