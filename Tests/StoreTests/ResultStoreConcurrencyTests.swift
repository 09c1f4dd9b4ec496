// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import Synchronization
import TestSupport
import Testing

@Suite struct ResultStoreConcurrencyTests {
    struct Broken: Error {}

    @Test func `makes a result once for a hundred identical requests at the same time`() {
        let store = ResultStore<Int>(budget: 1 << 20)
        let key = ResultKey(source: Digest(of: [1]), recipe: ["blur"])
        let produced = Mutex(0)
        let served = Mutex(0)
        onThreads(100) { _ in
            let bytes: [UInt8]
            switch store.lookup(key) {
            case .hit(let stored): bytes = stored.chunks.flatMap { $0 }
            case .join(let reader): bytes = reader.readToEnd().bytes
            case .produce(let producer, let reader):
                produced.withLock { $0 += 1 }
                Thread.detachNewThread {
                    for byte in 0..<100 as Range<UInt8> {
                        #expect(throws: Never.self) { try producer.append([byte]) }
                    }
                    #expect(throws: Never.self) { try producer.finish(0) }
                }
                bytes = reader.readToEnd().bytes
            }
            #expect(bytes == Array(0..<100))
            served.withLock { $0 += 1 }
        }
        #expect(produced.withLock { $0 } == 1)
        #expect(served.withLock { $0 } == 100)
    }

    /// Requests for a few keys that finish, fail, leave early and forget, from many threads: what
    /// is served whole is right, and what is kept is whole.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `serves nothing but the whole truth under random failures and leaving`(
        seed: UInt64
    ) async throws {
        let store = ResultStore<Int>(
            budget: 60_000,
            flightBudget: 30_000,
            limits: .init(keepableByteCount: 8_000, window: 1_000, patience: .seconds(20))
        )
        onThreads(10) { thread in
            var random = SplitMix(seed: seed &* 1_000 &+ UInt64(thread))
            for _ in 0..<150 {
                let number = Int.random(in: 0..<12, using: &random)
                Self.request(number, of: store, random: &random)
                if Int.random(in: 0..<40, using: &random) == 0 {
                    store.forget(sources: [Self.source(of: number)])
                }
            }
        }
        for number in 0..<12 {
            guard let stored = store.peek(Self.key(of: number)) else { continue }
            #expect(stored.chunks == Self.chunks(of: number), "seed \(seed)")
            #expect(stored.metadata == number)
        }
        #expect(store.statistics.flightCount == 0)
        // Bytes are given back with the last reference, which a thread that ends may still hold.
        try await eventually { store.statistics.flightByteCount == 0 }
    }

    static func source(of number: Int) -> Digest { Digest(of: [UInt8(number % 3)]) }

    static func key(of number: Int) -> ResultKey {
        ResultKey(source: source(of: number), recipe: ["\(number)"])
    }

    static func chunks(of number: Int) -> [[UInt8]] {
        (0..<(number + 1) * 5).map { [UInt8](repeating: UInt8($0), count: 200) }
    }

    static func request(_ number: Int, of store: ResultStore<Int>, random: inout SplitMix) {
        let expected = chunks(of: number).flatMap { $0 }
        let leavesEarly = Int.random(in: 0..<4, using: &random) == 0
        let fails = Int.random(in: 0..<4, using: &random) == 0
        switch store.lookup(key(of: number)) {
        case .hit(let stored):
            #expect(stored.chunks.flatMap { $0 } == expected)
        case .join(let reader):
            read(reader, expected, leavesEarly: leavesEarly)
        case .produce(let producer, let reader):
            producer.onAbandoned {}
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                produce(producer, number, fails: fails)
                done.signal()
            }
            read(reader, expected, leavesEarly: leavesEarly)
            done.wait()
        }
    }

    static func read(_ reader: GrowingResult.Reader, _ expected: [UInt8], leavesEarly: Bool) {
        if leavesEarly {
            _ = reader.next(whenReady: {})
            reader.leave()
            return
        }
        let (bytes, ending) = reader.readToEnd()
        switch ending {
        case .whole: #expect(bytes == expected)
        case .failed(let reason): #expect(reason == "Broken()")
        case .timedOut: Issue.record("nothing came")
        }
    }

    static func produce(_ producer: ResultProducer<Int>, _ number: Int, fails: Bool) {
        do throws(GrowingResult.Refusal) {
            for chunk in chunks(of: number) { try producer.append(chunk) }
            if fails { return producer.fail(Broken()) }
            try producer.finish(number)
        } catch {
            #expect(error == .abandoned)
        }
    }
}
