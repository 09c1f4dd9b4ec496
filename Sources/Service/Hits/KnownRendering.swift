// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store
import Synchronization

/// The decisions about a request for a rendering of a kept picture, kept from its first hit on.
///
/// A picture's name says what its bytes are, and the target, `Accept` and hints say all the rest, so that
/// the same decisions hold for every later request that agrees in all three. Nothing here says that the picture
/// or the result are still kept: that is asked each time.
final class KnownRendering: Sendable {
    /// The parts of a request that decide about a rendering.
    struct Name: Hashable, Sendable {
        /// Path and parameters as they were written.
        let target: String
        /// The value of `Accept`.
        let accept: String?
        /// The hints of the client about its screen.
        let hints: PartialTraits

        /// Reads a request.
        init(_ request: HTTPRequest) {
            target = request.path ?? ""
            accept = request.headerFields[.accept]
            hints = PartialTraits(hints: request.headerFields)
        }
    }

    /// The name of the picture.
    let source: Digest
    /// The name of the result.
    let key: ResultKey
    /// The tag of the result.
    let entityTag: EntityTag
    /// The fields that are known before the result is made.
    let head: HTTPFields
    /// The digest of the result's bytes.
    let contentDigest: Digest
    /// The head of a hit, but for the names of the request.
    let response: PreparedResponse

    /// Every how many uses a copy of the result may be made.
    ///
    /// Where there are more such results than room for copies, making them then costs little beside
    /// what it takes to answer.
    static let copyingInterval = 16

    private let count = Atomic(0)

    /// Notes the decisions.
    ///
    /// - Parameters:
    ///   - request: The decisions.
    ///   - head: The fields that are known before the result is made.
    ///   - contentDigest: The digest of the result's bytes.
    init(_ request: RenderRequest, head: HTTPFields, contentDigest: Digest) {
        source = request.digest
        key = request.key
        entityTag = request.entityTag
        self.head = head
        self.contentDigest = contentDigest
        var fields = head
        fields[.cacheStatus] = CacheStatus.Outcome.hit.value
        fields[.reprDigest] = contentDigest.fieldValue
        fields[.serverTiming] = ServerTiming.cache(.hit, queue: nil)
        response = RequestNames.prepare(HTTPResponse(status: .ok, headerFields: fields))
    }

    /// Counts a use.
    ///
    /// - Returns: Whether it is one at which a copy of the result may be made.
    func countUse() -> Bool {
        count.wrappingAdd(1, ordering: .relaxed).newValue % Self.copyingInterval == 0
    }

    /// The bytes that this takes in memory, about.
    func cost(of name: Name) -> Int {
        let fields = head.reduce(0) { $0 + 128 + $1.value.utf8.count }
        // The fields are here once more in the response, and as its lines.
        return 1024 + name.target.utf8.count + (name.accept?.utf8.count ?? 0) + 3 * fields
    }
}
