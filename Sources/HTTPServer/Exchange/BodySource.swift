// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The source of a response body, from which the connection pulls while the client reads.
///
/// The connection pulls only while it holds little unsent data, so a slow client slows the source
/// down and costs a bounded amount of memory.
public protocol BodySource: AnyObject, Sendable {
    /// Returns the next piece of the body without blocking; called on the thread of the connection.
    ///
    /// - Parameter whenReady: To be called once, from any thread, when a further call can return
    ///   something other than ``BodyRead/pending``. Unused otherwise.
    /// - Returns: The next bytes, or the reason why there are none.
    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead

    /// Called when no more will be read: the client left, was too slow, or requested only the head.
    ///
    /// Called at most once and never after the end: on the thread of the connection or, if the
    /// exchange is over before its answer, on the thread that answers.
    func cancel()
}

/// The outcome of one read from a ``BodySource``.
public enum BodyRead: Sendable {
    /// The next bytes of the body; an empty array asks for another read.
    case bytes([UInt8])

    /// No bytes are available yet; the callback tells when to read again.
    case pending

    /// The body is complete; trailers are sent only with chunked responses.
    case end(trailers: HTTPFields)

    /// The body cannot be completed; the connection is broken off, so that the client notices.
    case failed
}
