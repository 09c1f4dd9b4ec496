// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A picture, with the damage of its file.
struct Decoded: Equatable {
    let picture: Picture
    let damage: Set<Damage>

    init(_ picture: Picture, _ damage: Set<Damage>) {
        self.picture = picture
        self.damage = damage
    }

    /// Decodes a file in memory.
    init(_ bytes: [UInt8], _ policy: DamagePolicy) throws(CodecError) {
        var decoder = try ImageDecoder(bytes: bytes, damage: policy)
        try self.init(&decoder)
    }

    /// Decodes a file that arrives in pieces.
    init(_ bytes: [UInt8], pieces: Int, _ policy: DamagePolicy) throws(CodecError) {
        let source = Source(bytes, pieces: pieces)
        var decoder = try ImageDecoder(reading: source.next, damage: policy)
        try self.init(&decoder)
    }

    private init(_ decoder: inout ImageDecoder) throws(CodecError) {
        let header = decoder.header
        let size = header.codedSize
        var band = Band<Straight>(layout: header.layout, width: size.width, capacity: size.height)
        try decoder.decodeRows(into: &band)
        picture = Picture(size, header.layout) { x, y, channel in band.row(y, of: channel)[x] }
        damage = decoder.damage
    }
}
