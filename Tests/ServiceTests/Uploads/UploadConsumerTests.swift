// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import Service

@Suite
struct UploadConsumerTests {
    /// Bytes that begin as a JPEG does.
    private static func body(_ count: Int) -> [UInt8] {
        [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 7, count: count - 4)
    }

    private static func consumer(
        _ budget: ReceivingBudget,
        length: Int?,
        limit: Int = 1 << 20,
        completion: @escaping @Sendable (Result<Upload, UploadError>) -> Void = { _ in }
    ) throws -> UploadConsumer {
        try UploadConsumer(
            reader: try UploadReader(.picture, fields: [:], takesParameters: false),
            length: length,
            limit: limit,
            budget: budget,
            completion: completion
        )
    }

    private static func send(_ bytes: [UInt8], to consumer: UploadConsumer) -> Bool {
        consumer.receive(bytes.span)
    }

    @Test
    func `takes nothing for a length that is only stated`() throws {
        let budget = ReceivingBudget(limit: 100_000)
        let idle = try (0..<50).map { _ in try Self.consumer(budget, length: 100_000) }
        #expect(budget.available == 100_000)
        let body = Self.body(100_000)
        let received = Mutex<[UInt8]?>(nil)
        let consumer = try Self.consumer(budget, length: body.count) { result in
            received.withLock { $0 = try? result.get().image?.bytes }
        }
        for start in stride(from: 0, to: body.count, by: 1000) {
            #expect(Self.send(Array(body[start..<(start + 1000)]), to: consumer))
        }
        consumer.finish()
        #expect(received.withLock { $0 } == body)
        withExtendedLifetime(idle) {}
    }

    @Test(
        arguments: [
            (length: 40_000, received: 1, room: 16_384), (40_000, 16_384, 16_384),
            (40_000, 16_385, 32_768), (40_000, 32_769, 40_000), (10_000, 1, 10_000),
            (nil, 1, 16_384), (nil, 70_000, 131_072),
        ] as [(length: Int?, received: Int, room: Int)]
    )
    func `makes room as bytes arrive, never more than is stated`(
        row: (length: Int?, received: Int, room: Int)
    ) throws {
        let budget = ReceivingBudget(limit: 1 << 20)
        let consumer = try Self.consumer(budget, length: row.length)
        for byte in Self.body(max(row.received, 4)).prefix(row.received) {
            #expect(Self.send([byte], to: consumer))
        }
        #expect((1 << 20) - budget.available == row.room)
        consumer.abandon(nil)
        #expect(budget.available == 1 << 20)
    }

    @Test(arguments: [4_000_000, nil])
    func `a long body moves once, and takes room only for what has come`(length: Int?) throws {
        let budget = ReceivingBudget(limit: 8 << 20)
        let capacity = Mutex(0)
        let consumer = try Self.consumer(budget, length: length, limit: 6 << 20) { result in
            capacity.withLock { $0 = (try? result.get().image?.bytes.capacity) ?? 0 }
        }
        #expect(Self.send(Self.body(2_000_000), to: consumer))
        #expect((8 << 20) - budget.available <= 2_000_000 + ImageBuffer.longBody)
        #expect(Self.send(Self.body(2_000_000), to: consumer))
        consumer.finish()
        // The bytes are where the first million went, with room for the longest body.
        #expect(capacity.withLock { $0 } >= length ?? 6 << 20)
    }

    @Test
    func `a body takes room until nobody uses it any more`() throws {
        let budget = ReceivingBudget(limit: 50_000)
        let received = Mutex<Upload?>(nil)
        let consumer = try Self.consumer(budget, length: 20_000) { result in
            received.withLock { $0 = try? result.get() }
        }
        #expect(Self.send(Self.body(20_000), to: consumer))
        consumer.finish()
        #expect(budget.available == 30_000)
        received.withLock { $0 = nil }
        #expect(budget.available == 50_000)
    }

    @Test
    func `gives the room back before the connection lets go of it`() throws {
        let budget = ReceivingBudget(limit: 50_000)
        let refused = Mutex<UploadError?>(nil)
        let text = try Self.consumer(budget, length: 50_000) { result in
            if case .failure(let error) = result { refused.withLock { $0 = error } }
        }
        #expect(!Self.send(Array("this is no picture at all".utf8), to: text))
        #expect(refused.withLock { $0 } == .notAnImage(.text))
        #expect(budget.available == 50_000)
        let whole = try Self.consumer(budget, length: 20_000)
        #expect(Self.send(Self.body(20_000), to: whole))
        #expect(budget.available == 30_000)
        whole.finish()
        #expect(budget.available == 50_000)
        withExtendedLifetime((text, whole)) {}
    }

    @Test
    func `refuses what there is no room for, at the head and later`() throws {
        let budget = ReceivingBudget(limit: 50_000)
        let refused = Mutex<UploadError?>(nil)
        let late = try Self.consumer(budget, length: 50_000) { result in
            if case .failure(let error) = result { refused.withLock { $0 = error } }
        }
        let early = try Self.consumer(budget, length: 30_000)
        #expect(Self.send(Self.body(30_000), to: early))
        #expect(throws: UploadError.noRoom) { try Self.consumer(budget, length: 20_001) }
        #expect(!Self.send(Self.body(20_001), to: late))
        #expect(refused.withLock { $0 } == .noRoom)
        early.finish()
        #expect(throws: Never.self) { try Self.consumer(budget, length: 50_000) }
    }

    @Test
    func `hands over bytes without the room that was left`() throws {
        let budget = ReceivingBudget(limit: 1 << 20)
        let capacity = Mutex<Int?>(nil)
        let consumer = try Self.consumer(budget, length: nil) { result in
            capacity.withLock { $0 = try? result.get().image?.bytes.capacity }
        }
        #expect(Self.send(Self.body(140_000), to: consumer))
        #expect(Self.send(Self.body(1000), to: consumer))
        consumer.finish()
        #expect(try #require(capacity.withLock { $0 }) < 150_000)
    }
}
