// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The parsed head of a request, with the properties that concern the connection.
///
/// A class, because the connection, its exchange and the log share it: copies of a struct would
/// count references to each of its parts.
final class RequestHead: Sendable {
    /// The method, target and header fields, in the type that handlers use.
    let request: HTTPRequest
    /// The length of the request's body, or that it is chunked.
    let bodyLength: RequestBodyLength
    /// Whether the version is HTTP/1.0, which has neither chunked bodies nor interim responses.
    let isOldVersion: Bool
    /// Whether the client wants to keep the connection open after the response.
    let wantsKeepAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// Whether the client accepts trailers after a chunked body (`TE: trailers`).
    let acceptsTrailers: Bool

    /// Whether the request has no body, or one of length zero.
    var isBodyEmpty: Bool { bodyLength == .none || bodyLength == .known(0) }

    init(
        request: HTTPRequest,
        bodyLength: RequestBodyLength,
        isOldVersion: Bool,
        wantsKeepAlive: Bool,
        expectsContinue: Bool,
        acceptsTrailers: Bool
    ) {
        self.request = request
        self.bodyLength = bodyLength
        self.isOldVersion = isOldVersion
        self.wantsKeepAlive = wantsKeepAlive
        self.expectsContinue = expectsContinue
        self.acceptsTrailers = acceptsTrailers
    }
}

extension RequestHead: Equatable {
    static func == (left: RequestHead, right: RequestHead) -> Bool {
        left.request == right.request && left.bodyLength == right.bodyLength
            && left.isOldVersion == right.isOldVersion
            && left.wantsKeepAlive == right.wantsKeepAlive
            && left.expectsContinue == right.expectsContinue
            && left.acceptsTrailers == right.acceptsTrailers
    }
}
