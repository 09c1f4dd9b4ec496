// SPDX-License-Identifier: Apache-2.0

import DequeModule
import HTTPServer
import HTTPTypes
import Store
import Synchronization

/// The body of a result that is still being rendered.
final class ResultBody: BodySource {
    private let head: Mutex<Deque<[UInt8]>>
    private let reader: GrowingResult.Reader
    private let trailers: @Sendable () -> HTTPFields

    /// Creates a body from chunks that were read already and a reader of the rest.
    ///
    /// - Parameters:
    ///   - head: The chunks that were read already.
    ///   - reader: The reader of the rest.
    ///   - trailers: Returns the trailers beside the digest; called at the end.
    init(
        head: [[UInt8]],
        reader: GrowingResult.Reader,
        trailers: @escaping @Sendable () -> HTTPFields
    ) {
        self.head = Mutex(Deque(head))
        self.reader = reader
        self.trailers = trailers
    }

    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead {
        if let chunk = head.withLock({ $0.popFirst() }) { return .bytes(chunk) }
        switch reader.next(whenReady: whenReady) {
        case .chunk(let chunk): return .bytes(chunk)
        case .pending: return .pending
        case .failed: return .failed
        case .end:
            var trailers = trailers()
            trailers[.reprDigest] = reader.contentDigest.fieldValue
            return .end(trailers: trailers)
        }
    }

    func cancel() { reader.leave() }
}

extension Digest {
    /// The digest in the syntax of `Repr-Digest`.
    ///
    /// Reference: RFC 9530, section 2.
    var fieldValue: String { "sha-256=:\(base64):" }
}
