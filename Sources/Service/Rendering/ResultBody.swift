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
    private let timings: @Sendable () -> String?

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - head: The chunks that were read already.
    ///   - reader: The reader of the rest.
    ///   - timings: Returns the times for the trailer `Server-Timing`; called at the end.
    init(
        head: [[UInt8]],
        reader: GrowingResult.Reader,
        timings: @escaping @Sendable () -> String?
    ) {
        self.head = Mutex(Deque(head))
        self.reader = reader
        self.timings = timings
    }

    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead {
        if let chunk = head.withLock({ $0.popFirst() }) { return .bytes(chunk) }
        switch reader.next(whenReady: whenReady) {
        case .chunk(let chunk): return .bytes(chunk)
        case .pending: return .pending
        case .failed: return .failed
        case .end:
            var trailers: HTTPFields = [.reprDigest: reader.contentDigest.fieldValue]
            trailers[.serverTiming] = timings()
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
