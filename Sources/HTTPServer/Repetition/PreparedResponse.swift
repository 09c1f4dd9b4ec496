// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A response head that is encoded once and sent many times, with a few additional fields each
/// time.
///
/// With a head that is encoded anew, a hit takes 1.02 to 1.18 times as much CPU, 1.07 in the median:
/// results of 1, 16, 47 and 94 kB for 8, 64 and 256 connections, with the default log and an identifier
/// of its own for every request, by wrk in turns on two cores of a virtual EPYC that had other work.
/// Instructions in user space are 91,600 instead of 55,400 for 2 kB (callgrind).
public final class PreparedResponse: Sendable {
    /// An additional header field of one response.
    ///
    /// Its value is checked when it is encoded: a field with control characters, such as a line
    /// end, is omitted. Blanks around the value are kept.
    public typealias Field = (name: HTTPField.Name, value: String)

    /// The status and the header fields that all responses have in common.
    public let response: HTTPResponse

    /// The encoded status line and common fields, without the fields that the server adds itself.
    let lines: [UInt8]

    /// Whether the common fields contain `Date`.
    let hasDate: Bool

    /// The properties of the head that affect the connection.
    let traits: ResponseTraits

    /// Encodes the head of a response for repeated use.
    ///
    /// - Parameter response: A final status, and fields by the rules of
    ///   ``HTTPExchange/respond(_:body:)``, without `Trailer`, because only bodies of known length
    ///   are possible.
    public init(_ response: HTTPResponse) {
        precondition((200...599).contains(response.status.code), "not a final status")
        precondition(response.headerFields[.trailer] == nil, "trailers of a body of known length")
        self.response = response
        hasDate = response.headerFields.contains(.date)
        traits = ResponseTraits(response)
        lines = ResponseEncoder.lines(response, framing: .none)
    }
}
