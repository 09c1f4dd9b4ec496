// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Store
import Synchronization
import TestSupport
import Testing

@Suite struct GrowingResultConcurrencyTests {
    struct Broken: Error {}

    static func chunks(seed: UInt64, count: Int) -> [[UInt8]] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in
            let size = Int.random(in: 1...200, using: &random)
            return (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `gives many threads the same bytes, those that join late included`(seed: UInt64) {
        let chunks = Self.chunks(seed: seed, count: 300)
        let expected = chunks.flatMap { $0 }
        let result = GrowingResult()
        let keeper = result.makeReader()
        onThreads(12) { index in
            if index == 0 {
                for chunk in chunks { #expect(throws: Never.self) { try result.append(chunk) } }
                #expect(throws: Never.self) { try result.finish() }
                return
            }
            for _ in 0..<5 {
                guard let reader = result.makeReader() else {
                    Issue.record("seed \(seed): nobody could join")
                    return
                }
                let (bytes, ending) = reader.readToEnd()
                #expect(ending == .whole)
                #expect(bytes == expected, "seed \(seed)")
            }
        }
        keeper?.leave()
    }

    @Test(arguments: [4, 5, 6] as [UInt64])
    func `holds the producer back for readers of a great result, and loses nothing`(seed: UInt64) {
        let chunks = Self.chunks(seed: seed, count: 400)
        let expected = chunks.flatMap { $0 }
        let limits = GrowingResult.Limits(
            keepableByteCount: 1_000,
            window: 500,
            patience: .seconds(30)
        )
        let result = GrowingResult(limits: limits)
        let readers = (0..<5).compactMap { _ in result.makeReader() }
        onThreads(6) { index in
            if index == 5 {
                for chunk in chunks { #expect(throws: Never.self) { try result.append(chunk) } }
                #expect(throws: Never.self) { try result.finish() }
                return
            }
            let (bytes, ending) = readers[index].readToEnd()
            #expect(ending == .whole)
            #expect(bytes == expected, "seed \(seed)")
        }
    }

    @Test func `never lets a reader lag by more than the window once past the bound`() {
        let limits = GrowingResult.Limits(
            keepableByteCount: 100,
            window: 64,
            patience: .seconds(30)
        )
        let result = GrowingResult(limits: limits)
        guard let reader = result.makeReader() else { return }
        onThreads(2) { index in
            if index == 0 {
                for _ in 0..<500 {
                    #expect(throws: Never.self) {
                        try result.appendInTurn([UInt8](repeating: 1, count: 16))
                    }
                }
                #expect(throws: Never.self) { try result.finish() }
                return
            }
            var read = 0
            let ready = DispatchSemaphore(value: 0)
            while true {
                switch reader.next(whenReady: { ready.signal() }) {
                case .chunk(let chunk):
                    read += chunk.count
                    // Before the bound the whole of it may be unread, and one chunk more.
                    #expect(result.byteCount - read <= max(100, limits.window) + 16)
                case .pending: ready.wait()
                case .end: return
                case .failed(let error):
                    Issue.record(error)
                    return
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func `releases a producer that waits, when the last reader leaves or the result is failed`(
        leaves: Bool
    ) throws {
        let limits = GrowingResult.Limits(
            keepableByteCount: 10,
            window: 10,
            patience: .seconds(60)
        )
        let result = GrowingResult(limits: limits)
        let reader = try #require(result.makeReader())
        let refusal = Mutex<GrowingResult.Refusal?>(nil)
        onThreads(2) { index in
            if index == 0 {
                do throws(GrowingResult.Refusal) {
                    while true { try result.appendInTurn([1, 2, 3, 4]) }
                } catch {
                    refusal.withLock { $0 = error }
                }
                return
            }
            while result.byteCount < 8 { Thread.sleep(forTimeInterval: 0.001) }
            if leaves { reader.leave() } else { result.fail(Broken()) }
        }
        #expect(refusal.withLock { $0 } == (leaves ? .abandoned : .closed))
    }

    @Test func `is abandoned exactly once however many leave at once`() {
        for _ in 0..<200 {
            let abandoned = Mutex(0)
            let result = GrowingResult { abandoned.withLock { $0 += 1 } }
            let readers = (0..<4).compactMap { _ in result.makeReader() }
            DispatchQueue.concurrentPerform(iterations: 4) { readers[$0].leave() }
            #expect(abandoned.withLock { $0 } == 1)
        }
    }
}
