// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Store
import Synchronization

/// What a head led to once, noted for requests with the same head.
///
/// Has a response of its own: notes are kept by each thread of connections, and references to what
/// several threads use cost each of them more.
final class RepeatedHit: Sendable {
    /// The name of the picture.
    let source: Digest

    /// The name of the result.
    let key: ResultKey

    /// The digest of the result's bytes.
    let contentDigest: Digest

    /// The head of the answer, but for the names of the request.
    let response: PreparedResponse

    /// The names of the request then.
    let names: RequestNames

    /// Every how many repetitions a copy of the result may be made.
    ///
    /// Where there are more such results than room for copies, making them then costs little beside
    /// what it takes to answer.
    static let copyingInterval = 16

    private let count = Atomic(0)

    /// Counts a repetition.
    ///
    /// - Returns: Whether it is one at which a copy of the result may be made.
    func repeatOnce() -> Bool {
        count.wrappingAdd(1, ordering: .relaxed).newValue % Self.copyingInterval == 0
    }

    /// Notes a hit without conditions.
    init(_ rendering: KnownRendering, names: RequestNames) {
        source = rendering.source
        key = rendering.key
        contentDigest = rendering.contentDigest
        response = PreparedResponse(rendering.response.response)
        self.names = names
    }
}
