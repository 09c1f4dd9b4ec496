// SPDX-License-Identifier: Apache-2.0

/// A header, with facts that only the decoder of the same file needs.
struct ProbedFile: Hashable {
    /// The public part.
    var header: ImageHeader

    /// The decoder of the file.
    var reader: ImageReader

    /// The number of components of a JPEG: 1, 3 or 4; 0 for a PNG.
    var componentCount = 0

    /// The ranges of a JPEG's color profile in the file, in order; empty without a complete
    /// profile.
    var profilePieces: [Range<Int>] = []
}
