// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A header, with facts that only the decoder of the same file needs.
struct ProbedFile {
    /// The file header as other modules see it.
    var header: ImageHeader

    /// The policy for damage under which the file is read.
    var policy: DamagePolicy

    /// The limits that the header was checked against.
    var limits: DecodeLimits

    /// The color space that the file states, apart from an ICC profile.
    var colors = StatedColors()

    /// The number of components of a JPEG, 1, 3 or 4; in other formats 4 for CMYK, and 0 for all
    /// else.
    var componentCount = 0

    /// The frame to decode from the file, and the size in pixels for a vector drawing.
    var selection = PictureSelection()

    /// The frames of the file, if the selected one is composed with the frames before it.
    var composed: Motion?

    /// The ranges of a JPEG's color profile in the file, in order; empty without a complete
    /// profile.
    var profilePieces: [Range<Int>] = []
}

extension ProbedFile {
    /// Joins the color profile of a JPEG from its segments.
    func profile(in bytes: [UInt8]) -> [UInt8]? {
        guard !profilePieces.isEmpty else { return nil }
        var profile: [UInt8] = []
        profile.reserveCapacity(header.profileByteCount)
        for piece in profilePieces { profile += bytes[piece] }
        return profile
    }
}

extension PackedSamples {
    /// Chooses the byte format of interleaved samples for a precision.
    init(_ depth: SampleDepth) {
        switch depth {
        case .eight: self = .eightBit
        case .sixteen: self = .sixteenBit
        }
    }
}
