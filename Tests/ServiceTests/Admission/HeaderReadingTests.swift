// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import TestSupport
import Testing

@testable import Service

@Suite struct HeaderReadingTests {
    private static let short = [UInt8](repeating: 1, count: 100)
    private static let long = [UInt8](repeating: 1, count: 1 << 20)

    private let headers = HeaderReading()

    @Test(arguments: [
        ([], true), ([short], true), ([short, short], true), ([long], false),
        ([short, long], false),
    ])
    func `reads headers of long files on its queue, and others immediately`(
        _ files: [[UInt8]],
        _ isImmediate: Bool
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        headers.queue.async { gate.wait() }
        let result = Held<Int>()
        let task = Task {
            result.take(try await headers.run(over: files) { () throws(ServiceError) in 7 })
        }
        if isImmediate {
            try await task.value
            gate.signal()
        } else {
            try await Task.sleep(for: .milliseconds(30))
            #expect(result.value == nil)
            gate.signal()
            try await task.value
        }
        #expect(result.value == 7)
    }

    @Test(arguments: [short, long])
    func `throws the error of the closure`(_ file: [UInt8]) async {
        let headers = headers
        do throws(ServiceError) {
            try await headers.run(over: [file]) { () throws(ServiceError) in
                throw .imageNotFound
            }
            Issue.record("no error")
        } catch {
            guard case .imageNotFound = error else {
                Issue.record(error)
                return
            }
        }
    }
}
