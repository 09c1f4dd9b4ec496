// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// What the parser found in the head of a request.
///
/// An object, as the connection, its exchange and the log all refer to it: a copy of the request
/// would count references to each of its parts.
final class RequestHead: Sendable {
    /// The request as handlers see it.
    let request: HTTPRequest
    /// How the body is framed.
    let bodyLength: RequestBodyLength
    /// Whether the request is HTTP/1.0, which knows neither chunks nor interim responses.
    let isOldVersion: Bool
    /// Whether the client wants to use the connection again.
    let wantsKeepAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool

    /// Whether the request ends with its head.
    var isBodyEmpty: Bool { bodyLength == .none || bodyLength == .known(0) }

    init(
        request: HTTPRequest,
        bodyLength: RequestBodyLength,
        isOldVersion: Bool,
        wantsKeepAlive: Bool,
        expectsContinue: Bool
    ) {
        self.request = request
        self.bodyLength = bodyLength
        self.isOldVersion = isOldVersion
        self.wantsKeepAlive = wantsKeepAlive
        self.expectsContinue = expectsContinue
    }
}

extension RequestHead: Equatable {
    static func == (left: RequestHead, right: RequestHead) -> Bool {
        left.request == right.request && left.bodyLength == right.bodyLength
            && left.isOldVersion == right.isOldVersion
            && left.wantsKeepAlive == right.wantsKeepAlive
            && left.expectsContinue == right.expectsContinue
    }
}
