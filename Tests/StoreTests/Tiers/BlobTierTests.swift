// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Store

/// The rules that every tier follows.
@Suite struct BlobTierTests {
    static let bytes: [UInt8] = [1, 2, 3]
    static let digest = Digest(of: bytes)
    static let other = Digest(of: [9])

    private func with(
        _ subject: TierUnderTest,
        _ body: (TierUnderTest.Made, SetClock) throws -> Void
    ) throws {
        let clock = SetClock()
        let made = try subject.make { clock.now }
        defer { made.end() }
        try body(made, clock)
    }

    @Test(arguments: TierUnderTest.all)
    func `returns what was kept, with its attributes`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let blob = Blob(
                chunks: [[1], [2, 3]],
                contentType: "image/png",
                expiry: 5_000,
                notes: ["damage": "missing-end", "time": "12"]
            )
            #expect(try made.tier.put(blob, as: .original(Self.digest)))
            let found = try made.other.get(.original(Self.digest))
            #expect(found.bytes == Self.bytes)
            #expect(found.attributes == blob.attributes)
            #expect(try made.other.stat(.original(Self.digest)) == blob.attributes)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `keeps a blob without bytes, and one of many`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            for count in [0, 1, 4_095, 4_096, 3_000_001] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                let name = BlobName.result(Digest(of: bytes), of: Self.digest)
                try made.tier.put(Blob(chunks: [bytes]), as: name)
                #expect(try made.other.get(name).bytes == bytes)
            }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `says that what was never kept is absent`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            for name in [
                BlobName.original(Self.digest), .result(Self.other, of: Self.digest),
                .record(Self.digest), .tombstone(Self.digest),
            ] {
                #expect(throws: BlobError.absent) { try made.tier.get(name) }
                #expect(throws: BlobError.absent) { try made.tier.stat(name) }
                #expect(try made.tier.remove([name]) == 0)
            }
            #expect(try made.tier.list(.result, of: nil).isEmpty)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `tells new blobs from those that are there`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let name = BlobName.original(Self.digest)
            #expect(try made.tier.put(Blob(chunks: [Self.bytes]), as: name))
            #expect(try made.other.put(Blob(chunks: [Self.bytes]), as: name) == false)
            #expect(try made.tier.remove([name]) == 1)
            #expect(try made.other.put(Blob(chunks: [Self.bytes]), as: name))
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `never returns bytes that were changed, and keeps the right ones afterwards`(
        _ subject: TierUnderTest
    ) throws {
        try with(subject) { made, _ throws in
            for name in [BlobName.original(Self.digest), .result(Self.other, of: Self.digest)] {
                try made.tier.put(Blob(chunks: [Self.bytes]), as: name)
                try made.damage(name)
                #expect(throws: BlobError.damaged) { try made.tier.get(name) }
                #expect(throws: BlobError.absent) { try made.tier.get(name) }
                #expect(try made.tier.put(Blob(chunks: [Self.bytes]), as: name))
                #expect(try made.tier.get(name).bytes == Self.bytes)
            }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `mends a damaged original that is sent again`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let name = BlobName.original(Self.digest)
            try made.tier.put(Blob(chunks: [Self.bytes]), as: name)
            try made.damage(name)
            #expect(try made.tier.put(Blob(chunks: [Self.bytes]), as: name))
            #expect(try made.tier.get(name).bytes == Self.bytes)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `counts a blob as absent from the second on at which it expires`(
        _ subject: TierUnderTest
    ) throws {
        try with(subject) { made, clock throws in
            let name = BlobName.original(Self.digest)
            try made.tier.put(Blob(chunks: [Self.bytes], expiry: 1_010), as: name)
            clock.now = 1_009
            #expect(try made.tier.get(name).bytes == Self.bytes)
            clock.now = 1_010
            #expect(throws: BlobError.absent) { try made.tier.get(name) }
            #expect(try made.tier.put(Blob(chunks: [Self.bytes], expiry: 1_020), as: name))
            #expect(try made.tier.get(name).bytes == Self.bytes)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `prolongs the life of a blob, and never shortens it`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let name = BlobName.original(Self.digest)
            for (given, expected) in [
                (2_000, 2_000), (1_500, 2_000), (3_000, 3_000), (nil, nil), (9, nil),
            ]
                as [(Int?, Int?)]
            {
                try made.tier.put(Blob(chunks: [Self.bytes], expiry: given), as: name)
                #expect(try made.tier.stat(name).expiry == expected)
            }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `lists a kind, or what is made from one picture`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            let names: [BlobName] = [
                .result(Self.other, of: Self.digest), .result(Self.digest, of: Self.digest),
                .result(Self.digest, of: Self.other), .original(Self.digest),
                .tombstone(Self.other),
            ]
            #expect(BlobName.tombstone(Self.other).digest == Self.other.deletionMark)
            for name in names { try made.tier.put(Blob(chunks: [Self.bytes]), as: name) }
            let ofOne = try made.tier.list(.result, of: Self.digest)
            let all = try made.tier.list(.result, of: nil)
            #expect(Set(ofOne) == Set(names[..<2]))
            #expect(Set(all) == Set(names[..<3]))
            #expect(try made.tier.list(.original, of: nil) == [names[3]])
            #expect(try made.tier.list(.tombstone, of: nil) == [names[4]])
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `forgets a picture with all that was made from it, also together with others`(
        _ subject: TierUnderTest
    ) throws {
        try with(subject) { made, _ throws in
            let blob = Blob(chunks: [Self.bytes])
            let alone = ResultKey(source: Self.digest, recipe: ["alone"])
            let second = ResultKey(source: Self.other, resources: [Self.digest], recipe: ["mask"])
            let apart = ResultKey(source: Self.other, recipe: ["apart"])
            try made.tier.put(blob, as: .original(Self.digest))
            for key in [alone, second, apart] { #expect(try made.tier.put(blob, as: key)) }
            #expect(try made.tier.forget(Self.digest, markedUntil: 2_000))
            #expect(try made.tier.list(.original, of: nil).isEmpty)
            #expect(try made.tier.list(.result, of: nil) == [.result(apart.digest, of: Self.other)])
            #expect(try made.tier.forget(Self.digest, markedUntil: 2_000) == false)
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `keeps no result of a picture that was deleted, until the mark has expired`(
        _ subject: TierUnderTest
    ) throws {
        try with(subject) { made, clock throws in
            let key = ResultKey(source: Self.other, resources: [Self.digest], recipe: ["mask"])
            _ = try made.tier.forget(Self.digest, markedUntil: 2_000)
            #expect(try made.tier.put(Blob(chunks: [Self.bytes]), as: key) == false)
            #expect(try made.other.list(.result, of: nil).isEmpty)
            clock.now = 2_000
            #expect(try made.tier.put(Blob(chunks: [Self.bytes]), as: key))
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `removes what has expired when it tidies`(_ subject: TierUnderTest) throws {
        try with(subject) { made, clock throws in
            try made.tier.put(Blob(chunks: [], expiry: 1_001), as: .tombstone(Self.digest))
            try made.tier.put(Blob(chunks: [Self.bytes], expiry: 1_001), as: .original(Self.digest))
            try made.tier.put(Blob(chunks: [Self.bytes]), as: .original(Self.other))
            clock.now = 1_001 + S3Tier.graceSeconds
            for _ in 0..<BlobKind.groupCount {
                _ = made.tier.tidy()
                made.rest()
            }
            #expect(try made.tier.list(.tombstone, of: nil).isEmpty)
            #expect(try made.tier.list(.original, of: nil) == [.original(Self.other)])
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `answers probes`(_ subject: TierUnderTest) throws {
        try with(subject) { made, _ throws in
            for use in BlobUse.allCases { try made.tier.probe(use) }
        }
    }

    @Test(arguments: TierUnderTest.all)
    func `shows readers whole blobs only, while many write and remove one name`(
        _ subject: TierUnderTest
    ) throws {
        try with(subject) { made, _ throws in
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let digest = Digest(of: bytes)
            let name = BlobName.result(digest, of: Self.other)
            let wrong = Mutex(0)
            onThreads(6) { index in
                for round in 0..<30 {
                    switch index {
                    case 0, 1:
                        _ = try? made.tier.put(Blob(chunks: [bytes], digest: digest), as: name)
                    case 2: if round % 3 == 0 { _ = try? made.other.remove([name]) }
                    // Foreign: the other threads read.
                    default:
                        do throws(BlobError) {
                            if try made.other.get(name).bytes != bytes {
                                wrong.withLock { $0 += 1 }
                            }
                        } catch {
                            if error != .absent { wrong.withLock { $0 += 1 } }
                        }
                    }
                }
            }
            #expect(wrong.withLock { $0 } == 0)
        }
    }
}
