// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Store

@Suite struct GrowingResultAwaitingTests {
    private let result = GrowingResult(limits: .init(), ledger: nil, onAbandoned: nil)

    /// The chunk of a read, or a word for what else it is.
    private func text(_ read: GrowingResult.Read) -> String {
        switch read {
        case .chunk(let bytes): "\(bytes)"
        case .pending: "pending"
        case .end: "end"
        case .failed(let error): "\(error)"
        }
    }

    @Test func `reads chunks that are there, then waits for the rest`() async throws {
        let reader = try #require(result.makeReader())
        try result.append([1])
        #expect(text(await reader.read()) == "[1]")
        onOtherThread(after: 0.01) { [result] in try? result.append([2]) }
        #expect(text(await reader.read()) == "[2]")
        onOtherThread(after: 0.01) { [result] in _ = try? result.finish() }
        #expect(text(await reader.read()) == "end")
    }

    @Test func `leaves the result when its task is cancelled`() async throws {
        let isAbandoned = Held<Bool>()
        result.onAbandoned { isAbandoned.take(true) }
        let reader = try #require(result.makeReader())
        let hasBegun = Held<Bool>()
        let task = Task {
            hasBegun.take(true)
            return text(await reader.read())
        }
        try await eventually { hasBegun.value == true }
        task.cancel()
        #expect(await task.value == "unfinished")
        #expect(isAbandoned.value == true)
    }

    @Test func `fails a reader that waits when the result fails`() async throws {
        let reader = try #require(result.makeReader())
        onOtherThread(after: 0.01) { [result] in result.fail(GrowingResult.ReaderFault.tooSlow) }
        #expect(text(await reader.read()) == "tooSlow")
    }
}
