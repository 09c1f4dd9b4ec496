// SPDX-License-Identifier: Apache-2.0

/// The receiver of a request's body, piece by piece, on the thread of the connection.
///
/// No method is called after ``finish()``, after ``abandon(_:)``, after ``receive(_:)`` returned
/// false, or after the exchange was answered.
public protocol BodyConsumer: AnyObject, Sendable {
    /// Receives the next bytes of the body, which are valid only during the call.
    ///
    /// - Returns: False to stop: the handler responds without the rest, and the connection closes
    ///   afterwards.
    func receive(_ bytes: Span<UInt8>) -> Bool

    /// Called when the body is complete.
    func finish()

    /// Called when the rest of the body will not come.
    ///
    /// If the exchange was already over, the thread that requested the body makes the call.
    ///
    /// - Parameter reason: The fault that the server found and has answered, so that the handler's
    ///   response is ignored; nil when the client has left.
    func abandon(_ reason: HTTPFault?)
}
