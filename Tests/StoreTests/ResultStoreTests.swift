// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Store

@Suite struct ResultStoreTests {
    typealias Results = ResultStore<String>

    struct Broken: Error {}

    let source = Digest(of: [1])

    func key(_ name: String) -> ResultKey { ResultKey(source: source, recipe: [name]) }

    func produce(
        _ store: Results,
        _ key: ResultKey
    ) throws -> (ResultProducer<String>, GrowingResult.Reader) {
        guard case .produce(let producer, let reader) = store.lookup(key) else {
            throw Unexpected()
        }
        return (producer, reader)
    }

    struct Unexpected: Error {}

    /// The case of a look-up, without what it carries.
    func kind(_ lookup: Results.Lookup) -> String {
        switch lookup {
        case .hit: "hit"
        case .join: "join"
        case .produce: "produce"
        }
    }

    @Test func `keeps a complete result with its digest and metadata`() throws {
        let store = Results(budget: 100_000)
        let (producer, reader) = try produce(store, key("a"))
        try producer.append([1, 2])
        try producer.append([3])
        #expect(try producer.finish("jpeg"))
        #expect(reader.readToEnd() == ([1, 2, 3], .whole))
        guard case .hit(let stored) = store.lookup(key("a")) else { throw Unexpected() }
        #expect(stored.chunks == [[1, 2], [3]])
        #expect(stored.byteCount == 3)
        #expect(stored.contentDigest == Digest(of: [1, 2, 3]))
        #expect(stored.metadata == "jpeg")
        #expect(store.statistics.flightCount == 0)
    }

    @Test(arguments: [300, 7_000, 300_000])
    func `takes no more memory than it counts`(byteCount: Int) throws {
        let store = Results(budget: 1 << 20)
        let (producer, reader) = try produce(store, key("a"))
        // As an encoder makes them: arrays that have grown.
        for start in stride(from: 0, to: byteCount, by: 65_537) {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(1 << 17)
            chunk += [UInt8](repeating: 7, count: min(65_537, byteCount - start))
            try producer.append(chunk)
        }
        try producer.finish("png")
        _ = reader
        let stored = try #require(store.peek(key("a")))
        let allocated = stored.chunks.reduce(0) { $0 + $1.capacity }
        #expect(allocated < byteCount + byteCount / 16 + 64 * stored.chunks.count)
        #expect(store.statistics.kept.byteCount > allocated)
    }

    @Test func `is found by whoever has read to the end`() throws {
        let store = Results(budget: 100_000)
        let (producer, reader) = try produce(store, key("a"))
        let found = Mutex("")
        try producer.append([1])
        _ = reader.next {}
        // Called while the result finishes.
        _ = reader.next { found.withLock { $0 = self.kind(store.lookup(self.key("a"))) } }
        try producer.finish("b")
        #expect(found.withLock { $0 } == "hit")
    }

    @Test func `lets later requests join from the first byte`() throws {
        let store = Results(budget: 100_000)
        let (producer, first) = try produce(store, key("a"))
        try producer.append([1])
        guard case .join(let second) = store.lookup(key("a")) else { throw Unexpected() }
        try producer.append([2])
        try producer.finish("")
        #expect(first.readToEnd().bytes == [1, 2])
        #expect(second.readToEnd() == ([1, 2], .whole))
        #expect(store.statistics.joins == 1)
    }

    @Test func `makes results of different keys apart`() throws {
        let store = Results(budget: 100_000)
        let (first, firstReader) = try produce(store, key("a"))
        let (second, secondReader) = try produce(store, key("b"))
        #expect(store.statistics.flightCount == 2)
        try first.append([1])
        try second.append([2])
        #expect(firstReader.now == "[1]")
        #expect(secondReader.now == "[2]")
    }

    @Test func `keeps nothing of a failure and lets the next request try anew`() throws {
        let store = Results(budget: 100_000)
        let (producer, reader) = try produce(store, key("a"))
        try producer.append([1])
        producer.fail(Broken())
        #expect(reader.now == "failed(Broken())")
        #expect(store.peek(key("a")) == nil)
        #expect(kind(store.lookup(key("a"))) == "produce")
        #expect(throws: GrowingResult.Refusal.closed) { try producer.finish("") }
        #expect(store.peek(key("a")) == nil)
    }

    @Test func `fails the readers of a producer that is let go`() throws {
        let store = Results(budget: 100_000)
        var lookup: Results.Lookup? = store.lookup(key("a"))
        guard case .produce(_, let reader) = lookup else { throw Unexpected() }
        #expect(reader.now == "pending")
        lookup = nil
        #expect(reader.now == "failed(unfinished)")
        #expect(kind(store.lookup(key("a"))) == "produce")
    }

    @Test func `cancels when the last waiter leaves, not before`() throws {
        let store = Results(budget: 100_000)
        let cancelled = Mutex(false)
        let (producer, first) = try produce(store, key("a"))
        producer.onAbandoned { cancelled.withLock { $0 = true } }
        guard case .join(let second) = store.lookup(key("a")) else { throw Unexpected() }
        first.leave()
        #expect(!cancelled.withLock { $0 })
        try producer.append([1])
        second.leave()
        #expect(cancelled.withLock { $0 })
        #expect(store.statistics.flightCount == 0)
        #expect(kind(store.lookup(key("a"))) == "produce")
        #expect(throws: GrowingResult.Refusal.abandoned) { try producer.finish("") }
        #expect(store.peek(key("a")) == nil)
    }

    @Test func `does not keep what is greater than the keepable bound, to the byte`() throws {
        let limits = GrowingResult.Limits(keepableByteCount: 4, window: 100)
        let store = Results(budget: 100_000, limits: limits)
        for (name, size, isKept) in [("fits", 4, true), ("exceeds", 5, false)] {
            let (producer, reader) = try produce(store, key(name))
            try producer.append([UInt8](repeating: 1, count: size))
            #expect(reader.readChunk()?.count == size)
            #expect(try producer.finish("") == isKept)
            #expect((store.peek(key(name)) != nil) == isKept)
        }
        #expect(store.statistics.flightCount == 0)
    }

    @Test func `makes a great result anew for who comes too late to join`() throws {
        let limits = GrowingResult.Limits(keepableByteCount: 4, window: 100)
        let store = Results(budget: 100_000, limits: limits)
        let (first, firstReader) = try produce(store, key("a"))
        try first.append([1, 2, 3, 4, 5])
        let (second, secondReader) = try produce(store, key("a"))
        try first.finish("")
        try second.append([1, 2, 3, 4, 5])
        try second.finish("")
        #expect(firstReader.readToEnd() == ([1, 2, 3, 4, 5], .whole))
        #expect(secondReader.readToEnd() == ([1, 2, 3, 4, 5], .whole))
    }

    @Test func `keeps nothing without a budget, and still makes each result once`() throws {
        let store = Results(budget: 0)
        let (producer, reader) = try produce(store, key("a"))
        try producer.append([1])
        #expect(kind(store.lookup(key("a"))) == "join")
        #expect(try !producer.finish(""))
        #expect(reader.readToEnd() == ([1], .whole))
        #expect(kind(store.lookup(key("a"))) == "produce")
    }

    @Test func `forgets what was made from a source, and does not keep what is being made`() throws
    {
        let store = Results(budget: 100_000)
        let other = ResultKey(source: Digest(of: [2]), recipe: ["kept"])
        let masked = ResultKey(
            source: Digest(of: [2]),
            resources: [Digest(of: [3]), source],
            recipe: ["masked"]
        )
        for kept in [key("kept"), other, masked] {
            let (producer, reader) = try produce(store, kept)
            try producer.finish("")
            #expect(reader.now == "end")
            #expect(reader.isKept)
        }
        let (running, reader) = try produce(store, key("running"))
        try running.append([1])

        #expect(store.forget(sources: [source]) == 2)
        #expect(store.peek(key("kept")) == nil)
        #expect(store.peek(masked) == nil)
        #expect(store.peek(other) != nil)
        #expect(kind(store.lookup(key("running"))) == "produce")
        #expect(try !running.finish(""))
        #expect(reader.readToEnd() == ([1], .whole))
        #expect(!reader.isKept)
        #expect(store.peek(key("running")) == nil)
    }

    @Test func `forgets what was made from many sources, and not what was evicted before`() throws {
        let store = Results(budget: 4_000)
        let sources = (0..<4).map { Digest(of: [UInt8($0)]) }
        for source in sources {
            let (producer, reader) = try produce(store, ResultKey(source: source, recipe: []))
            try producer.append([UInt8](repeating: 1, count: 400))
            try producer.finish("")
            #expect(reader.isKept)
        }
        #expect(store.statistics.kept.entryCount == 2)
        #expect(store.forget(sources: Set(sources[..<3])) == 1)
        #expect(store.peek(ResultKey(source: sources[3], recipe: [])) != nil)
    }

    @Test func `holds no more for readers than its flight budget, to the byte`() throws {
        let store = Results(budget: 100_000, flightBudget: 10)
        let (first, firstReader) = try produce(store, key("a"))
        try first.append([UInt8](repeating: 1, count: 6))
        #expect(store.statistics.flightByteCount == 6)
        let (second, secondReader) = try produce(store, key("b"))
        try second.append([1, 2, 3, 4])
        #expect(store.statistics.flightByteCount == 10)
        try second.append([5])
        #expect(kind(store.lookup(key("b"))) == "produce")
        #expect(secondReader.readChunk() == [1, 2, 3, 4])
        #expect(store.statistics.flightByteCount == 6)
        #expect(try !second.finish(""))
        #expect(try first.finish(""))
        #expect(firstReader.readToEnd().bytes.count == 6)
        #expect(secondReader.readToEnd() == ([5], .whole))
    }

    @Test func `gives back what was held when the readers are gone`() throws {
        let store = Results(budget: 100_000)
        do {
            let (producer, reader) = try produce(store, key("a"))
            try producer.append([1, 2, 3])
            #expect(store.statistics.flightByteCount == 3)
            try producer.finish("")
            #expect(reader.readChunk() == [1, 2, 3])
        }
        #expect(store.statistics.flightByteCount == 0)
        #expect(store.statistics.kept.entryCount == 1)
    }
}

extension GrowingResult.Reader {
    /// The chunk at the reader's place, if there is one.
    fileprivate func readChunk() -> [UInt8]? {
        guard case .chunk(let chunk) = next(whenReady: {}) else { return nil }
        return chunk
    }
}
