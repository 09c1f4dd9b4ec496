// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Rendering
import TestSupport
import Testing

@testable import Service

/// A job that occupies a worker until it is ended, and yields to no shorter one.
final class BusyWorker: Sendable {
    private let service: TestService
    private let gate = DispatchSemaphore(value: 0)

    /// Prepares the job.
    init(_ service: TestService) { self.service = service }

    deinit { gate.signal() }

    /// Starts the job and waits until a worker is at it.
    func begin() async throws {
        try service.service.pool.submit(
            RenderEstimate(memory: 1, work: 1),
            cancellation: Cancellation(),
            work: { [gate] _ in
                gate.wait()
                return .failed
            },
            refused: { _ in }
        )
        try await eventually { self.service.service.pool.status.running == 1 }
    }

    /// Ends the job.
    func end() { gate.signal() }
}
