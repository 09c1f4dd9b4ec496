// SPDX-License-Identifier: Apache-2.0

/// What takes in the body of one request, piece by piece, on the thread of the connection.
///
/// After ``finish()``, after ``abandon(_:)``, after ``receive(_:)`` returned false, and after the
/// exchange was answered, nothing more is called.
public protocol BodyConsumer: AnyObject, Sendable {
    /// Takes the next bytes of the body; they are valid during the call only.
    ///
    /// - Returns: False to stop: the handler answers without the rest, and the connection closes
    ///   after the answer.
    func receive(_ bytes: Span<UInt8>) -> Bool

    /// Hears that the body is complete.
    func finish()

    /// Hears that the rest of the body will not come.
    ///
    /// Called by the thread that asked for the body where the exchange was over already.
    ///
    /// - Parameter reason: What the server found wrong and has answered by itself, so that the
    ///   handler's own answer is ignored; nil when the client has left.
    func abandon(_ reason: HTTPFault?)
}
