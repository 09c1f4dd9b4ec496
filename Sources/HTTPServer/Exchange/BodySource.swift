// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// What the body of a response is pulled from while the client takes it.
///
/// The connection asks for more only while it holds little that the client has not taken, so a
/// slow client slows the source and costs a bounded amount of memory.
public protocol BodySource: AnyObject, Sendable {
    /// Gives the next piece, on the thread of the connection, without blocking.
    ///
    /// - Parameter whenReady: To be called once, from any thread, after ``BodyRead/pending`` was
    ///   returned and a further call would return something else. Unused otherwise.
    /// - Returns: The next bytes, or why there are none.
    func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead

    /// Hears that nothing more will be read: the client left, was too slow, or asked for the head
    /// only.
    ///
    /// Called at most once, on the thread of the connection or, when the exchange is over before it
    /// is answered, by the thread that answers; never after the end.
    func cancel()
}

/// What a ``BodySource`` gave.
public enum BodyRead: Sendable {
    /// The next bytes; an empty array counts as "ask again".
    case bytes([UInt8])

    /// Nothing yet: the callback will say when to ask again.
    case pending

    /// The body is complete; trailers are sent only where the response is chunked.
    case end(trailers: HTTPFields)

    /// The body cannot be completed: the connection ends so that the client sees a broken message.
    case failed
}
