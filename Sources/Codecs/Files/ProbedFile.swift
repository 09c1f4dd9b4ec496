// SPDX-License-Identifier: Apache-2.0

/// A header together with what only the decoder of the same file needs.
struct ProbedFile: Hashable {
    /// What callers see.
    var header: ImageHeader

    /// Components of a JPEG: 1, 3 or 4; 0 for a PNG.
    var componentCount = 0

    /// The pieces of a JPEG's color profile, in their order; empty without a complete profile.
    var profilePieces: [Range<Int>] = []
}
