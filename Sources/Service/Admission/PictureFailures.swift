// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

/// The pictures that could not be decoded, remembered so that none is decoded in vain again.
///
/// Equal bytes fail in the same way each time. Failures that another attempt may not meet, such as a
/// deadline or a lack of memory, are not kept.
final class PictureFailures: Sendable {
    /// The memory budget, in bytes: for about three thousand pictures.
    static let budget = 1 << 20

    /// The approximate size of an entry in memory, in bytes.
    private static let cost = 96

    private struct Name: Hashable {
        let picture: Digest
        let selection: PictureSelection
        let policy: DamagePolicy
    }

    private let failures = MemoryTier<Name, RenderError>(budget: budget)

    /// The remembered error of a picture that cannot be decoded; nil if none is known.
    ///
    /// - Parameters:
    ///   - picture: The digest of the file.
    ///   - selection: The picture that is taken of the file; another one may be whole.
    ///   - policy: The kinds of damage with which it is decoded.
    /// - Returns: The failure.
    func failure(
        of picture: Digest,
        taking selection: PictureSelection = PictureSelection(),
        under policy: DamagePolicy
    ) -> RenderError? {
        failures.value(for: Name(picture: picture, selection: selection, policy: policy))
    }

    /// Remembers an error, if every attempt to decode the picture ends in it.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - picture: The digest of the file.
    ///   - selection: The picture that was taken of the file.
    ///   - policy: The kinds of damage with which it was decoded.
    func note(
        _ error: RenderError,
        of picture: Digest,
        taking selection: PictureSelection = PictureSelection(),
        under policy: DamagePolicy
    ) {
        guard case .codec(let reason) = error, reason.isFault else { return }
        let name = Name(picture: picture, selection: selection, policy: policy)
        failures.insert(error, for: name, cost: Self.cost)
    }

    /// The digests of the images whose errors are remembered.
    var pictures: Set<Digest> { Set(failures.keys.map(\.picture)) }

    /// Forgets the errors of some images.
    func forget(sources: Set<Digest>) {
        failures.remove { sources.contains($0.picture) }
    }
}

extension CodecError {
    /// Whether the bytes of the picture are the cause, so that no other attempt can succeed.
    fileprivate var isFault: Bool {
        switch self {
        // A limit that follows the price of the job, and not the file.
        case .unsupportedFeature(.memory): false
        case .unsupportedFormat, .unsupportedFeature, .truncated, .corrupt, .animated,
            .tooManyScans,
            .headerTooLong, .tooManySegments, .profileTooLarge:
            true
        case .codecNotInstalled, .codecUnavailable, .noSuchFrame, .sideTooLong, .tooManyPixels,
            .tooManyFramePixels, .outOfMemory, .sourceFailed, .sinkClosed, .interrupted,
            .tooMuchWork, .encoderFailed:
            false
        }
    }
}
