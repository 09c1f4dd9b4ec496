// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Store

/// The ends of links, which come with the end of any of their images.
@Suite struct LinkedPictureTests {
    private static let pictures: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
    private static let digests = pictures.map { Digest(of: $0) }
    private static let links = [[7], [8]].map { Digest(of: $0) }

    private func with(
        _ subject: TierUnderTest,
        _ body: (TierUnderTest.Made, SetClock) throws -> Void
    ) throws {
        let clock = SetClock()
        let made = try subject.make { clock.now }
        defer { made.end() }
        for picture in Self.pictures { _ = try keep(picture, in: made.tier) }
        try body(made, clock)
    }

    private func keep(
        _ picture: [UInt8],
        until expiry: Int? = nil,
        in tier: any BlobTier
    ) throws -> Bool {
        try tier.keep(Blob(chunks: [picture], expiry: expiry), as: Digest(of: picture)).isNew
    }

    private func names(in tier: any BlobTier) throws -> [BlobName] {
        try BlobKind.allCases.flatMap { try tier.list($0, of: nil) }
    }

    @Test(arguments: TierUnderTest.all)
    func `a deletion of any picture removes its links alone`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let tier = made.tier
            try tier.putRecord([1], as: Self.links[0], to: Set(Self.digests), until: nil)
            try tier.putRecord([2], as: Self.links[1], to: [Self.digests[0]], until: nil)
            let found = try made.other.get(.record(Self.links[0]))
            #expect(found.bytes == [1])
            #expect(found.attributes.recordedPictures == Set(Self.digests))
            #expect(try made.other.forget(Self.digests[1], markedUntil: 9_000))
            #expect(throws: BlobError.absent) { try tier.get(.record(Self.links[0])) }
            #expect(try tier.get(.record(Self.links[1])).bytes == [2])
            let references = try tier.list(.reference, of: nil)
            #expect(references == [.reference(Self.links[1], of: Self.digests[0])])
            // The same bytes are another image.
            #expect(try keep(Self.pictures[1], in: tier))
            #expect(throws: BlobError.absent) { try tier.get(.record(Self.links[0])) }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `a removed link leaves no reference`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            try made.tier.putRecord([1], as: Self.links[0], to: Set(Self.digests), until: nil)
            #expect(try made.other.removeRecord(Self.links[0]))
            #expect(try made.tier.removeRecord(Self.links[0]) == false)
            #expect(try made.tier.list(.reference, of: nil).isEmpty)
            #expect(try made.tier.list(.record, of: nil).isEmpty)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `no link is made to a picture that is gone`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            _ = try made.other.forget(Self.digests[0], markedUntil: 9_000)
            #expect(throws: BlobError.absent) {
                try made.tier.putRecord([1], as: Self.links[0], to: Set(Self.digests), until: nil)
            }
            #expect(try made.tier.list(.reference, of: nil).isEmpty)
            #expect(try made.tier.list(.record, of: nil).isEmpty)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `nothing that is left names a deleted picture`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let tier = made.tier
            _ = try keep(Self.pictures[0], until: 5_000, in: tier)
            let key = ResultKey(
                source: Self.digests[1],
                resources: [Self.digests[0]],
                recipe: ["mask"]
            )
            #expect(try tier.put(Blob(chunks: [[1]]), as: key))
            try tier.putRecord([1], as: Self.links[0], to: Set(Self.digests), until: 5_000)
            _ = try tier.forget(Self.digests[1], markedUntil: 9_000)
            // The reference below the other image named the first one.
            #expect(try tier.list(.result, of: nil).isEmpty)
            _ = try tier.forget(Self.digests[0], markedUntil: 9_000)
            let left = try names(in: tier)
            #expect(left.allSatisfy { $0.kind == .tombstone })
            for digest in Self.digests {
                for name in left { #expect(!name.path.contains(digest.hex.dropFirst(2))) }
            }
            let marks = try tier.tombstones().keys
            #expect(Set(marks) == Set(Self.digests.map(\.deletionMark)))
        }
    }

    @Test func `nothing in a bucket names a deleted picture, notes of expiries included`() throws {
        let bucket = BucketDouble()
        let tier = bucket.tier()
        let time = bucket.time
        for expiry in [time + 1_000, time + 2_000] {
            _ = try keep(Self.pictures[0], until: expiry, in: tier)
        }
        try tier.putRecord([1], as: Self.links[0], to: [Self.digests[0]], until: time + 9_000)
        #expect(bucket.keys.contains { $0.contains(Self.digests[0].hex) })
        _ = try tier.forget(Self.digests[0], markedUntil: time + 3_600)
        for key in bucket.keys {
            #expect(!key.contains(Self.digests[0].hex))
            for field in bucket.fields(of: key) ?? [:] {
                #expect(!field.value.contains(Self.digests[0].hex), "\(key): \(field.key)")
            }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `a picture that is kept anew begins without links`(_ subject: TierUnderTest) throws {
        try with(subject) { made, clock throws in
            let picture: [UInt8] = [9, 9, 9]
            // Long ago by the clock of the machine, which the tests do not set.
            let reference = Blob(chunks: [], notes: ["made": "5"])
            let name = BlobName.reference(Self.links[0], of: Digest(of: picture))
            _ = try keep(picture, until: clock.now + 100, in: made.tier)
            try made.tier.putRecord([1], as: Self.links[0], to: [Digest(of: picture)], until: nil)
            try made.tier.put(Blob(chunks: [[0]]), as: name)
            try made.tier.put(reference, as: name)
            // As long as it is kept, its links stay.
            #expect(try keep(picture, until: clock.now + 200, in: made.tier) == false)
            #expect(try made.tier.get(.record(Self.links[0])).bytes == [1])
            clock.now += 300
            #expect(try keep(picture, in: made.tier))
            #expect(throws: BlobError.absent) { try made.tier.get(.record(Self.links[0])) }
        }
    }
}
