// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A header, with facts that only the decoder of the same file needs.
struct ProbedFile {
    /// The file header as other modules see it.
    var header: ImageHeader

    /// The type that decodes files of this format.
    var reader: any ReadFormat.Type

    /// The policy for damage under which the file is read.
    var policy = DamagePolicy.strict

    /// The limits that the header was checked against.
    var limits = DecodeLimits()

    /// The color space that the chunks of a PNG state, apart from an ICC profile.
    var colors = PNGColors()

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
    /// Reads as much of a file that arrives in pieces as its header needs, and parses the header.
    ///
    /// The header is parsed again each time that the number of bytes has doubled, so that the time
    /// stays linear however small the pieces are.
    static func probe(
        reading source: ByteSource,
        limits: DecodeLimits,
        damage policy: DamagePolicy
    ) throws(CodecError) -> (prefix: [UInt8], file: ProbedFile) {
        var prefix: [UInt8] = []
        var goal = firstGoal
        while true {
            let isEnded = try fill(&prefix, to: goal, from: source)
            do {
                return (
                    prefix, try probe(prefix.span, isWhole: false, limits: limits, damage: policy)
                )
            } catch .truncated where !isEnded {
                goal = prefix.count * 2
            }
            try DecodeLimits.checkHeader(byteCount: prefix.count)
        }
    }

    private static let firstGoal = 4096

    private static func fill(
        _ prefix: inout [UInt8],
        to goal: Int,
        from source: ByteSource
    ) throws(CodecError) -> Bool {
        while prefix.count < goal {
            do {
                let chunk = try source()
                if chunk.isEmpty { return true }
                prefix += chunk
            } catch {
                throw .sourceFailed
            }
        }
        return false
    }

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
