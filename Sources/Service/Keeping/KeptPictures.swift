// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// The header and the expiry time of a stored picture.
struct OriginalMetadata: Sendable {
    /// The decoded header of the picture's file, with its format and size.
    let header: ImageHeader

    /// The time at which the picture expires, in seconds since 1970; nil for never.
    var expiry: Int?
}

/// A stored picture in memory: its file, its header and its expiry time.
typealias KeptPicture = OriginalStore<OriginalMetadata>.Original

extension KeptPicture {
    /// The picture as the source of a rendering.
    var source: SourceImage { SourceImage(bytes: bytes, header: metadata.header) }
}

/// The stored pictures that one request uses; they stay in memory until it is answered.
struct KeptPictures: Sendable {
    private var found: [Digest: (picture: KeptPicture, reservation: ReceivingBudget.Reservation?)] =
        [:]

    /// Finds a picture by its digest.
    func picture(_ digest: Digest) -> KeptPicture? { found[digest]?.picture }

    /// All pictures, in no order.
    var all: [KeptPicture] { found.values.map(\.picture) }

    /// Finds a picture by its digest, as the source of a rendering.
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
    /// The digests of the stored pictures that the parameters name, such as masks.
    var pictures: [Digest] {
        ([region.mask].compactMap { $0 } + filter.resources).compactMap { Digest(hex: $0.digest) }
    }
}
