// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A head that is written down once and sent many times, each time with a few fields of its own.
public final class PreparedResponse: Sendable {
    /// A field of one answer.
    ///
    /// Its value is checked when it is written, and only then: one with a line end, a NUL or another
    /// control character is left out, and blanks around it stay.
    public typealias Field = (name: HTTPField.Name, value: String)

    /// The status and the fields that all answers have in common.
    public let response: HTTPResponse

    /// The status line and those fields, without what the server decides for each answer.
    let lines: [UInt8]

    /// Whether `Date` is among the fields.
    let hasDate: Bool

    /// The properties of the head that the connection needs.
    let traits: ResponseTraits

    /// Writes a head down.
    ///
    /// - Parameter response: A final status, and fields under the rules of
    ///   ``HTTPExchange/respond(_:body:)``. They name no `Trailer`, as only bodies whose length is
    ///   known can be sent with them.
    public init(_ response: HTTPResponse) {
        precondition((200...599).contains(response.status.code), "not a final status")
        precondition(response.headerFields[.trailer] == nil, "trailers of a body of known length")
        self.response = response
        hasDate = response.headerFields.contains(.date)
        traits = ResponseTraits(response)
        lines = ResponseEncoder.lines(response, framing: .none)
    }
}
