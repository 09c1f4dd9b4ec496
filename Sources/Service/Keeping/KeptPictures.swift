// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// The facts about a kept picture.
struct OriginalMetadata: Sendable {
    /// The header of the file.
    let header: ImageHeader

    /// The time from which it is not kept any more, in seconds since 1970; nil for never.
    var expiry: Int?
}

/// A kept picture.
typealias KeptPicture = OriginalStore<OriginalMetadata>.Original

extension KeptPicture {
    /// The picture as the source of a rendering.
    var source: SourceImage { SourceImage(bytes: bytes, header: metadata.header) }
}

/// The kept pictures that one request uses; they stay in memory until it is answered.
struct KeptPictures: Sendable {
    private var found: [Digest: (picture: KeptPicture, reservation: ReceivingBudget.Reservation?)] =
        [:]

    /// Finds a picture.
    func picture(_ digest: Digest) -> KeptPicture? { found[digest]?.picture }

    /// Finds a picture as the source of a rendering.
    func source(_ digest: Digest) -> SourceImage? {
        guard let (picture, reservation) = found[digest] else { return nil }
        var source = picture.source
        source.reservation = reservation
        return source
    }

    /// The same pictures without a given one, which another owner holds in memory.
    func without(_ digest: Digest) -> KeptPictures {
        var others = self
        others.found[digest] = nil
        return others
    }

    /// Adds a picture, with the memory that is reserved for it.
    mutating func add(
        _ picture: KeptPicture,
        _ digest: Digest,
        _ reservation: ReceivingBudget.Reservation? = nil
    ) {
        found[digest] = (picture, reservation)
    }
}

extension RenderParameters {
    /// The digests of the kept pictures that the parameters name.
    var pictures: [Digest] {
        ([region.mask].compactMap { $0 } + filter.resources).compactMap { Digest(hex: $0.digest) }
    }
}
