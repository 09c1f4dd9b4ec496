// SPDX-License-Identifier: Apache-2.0

import Rendering
import TestSupport
import Testing

@testable import Service

/// A rendering that outlasts whatever a test does meanwhile, though its picture is small: the blur
/// makes a large one of it, and that is compressed as slowly as possible.
struct SlowRendering {
    /// What is asked for.
    static let query = "blur=500&edge=expand&format=png&compression=9"

    private let service: TestService
    private let exchange: RouterExchange

    /// Prepares a rendering.
    init(_ service: TestService) throws {
        self.service = service
        let call = Call.post("/v1/render?\(Self.query)", try TestPicture.make(seed: 77))
        exchange = RouterExchange(call, to: service.service) { _ in }
    }

    /// Starts the rendering and waits until a worker is at it.
    func begin() async throws {
        exchange.begin()
        try await eventually { service.service.pool.status.running == 1 }
    }

    /// Leaves, so that the rendering stops.
    func end() { exchange.leave() }
}
