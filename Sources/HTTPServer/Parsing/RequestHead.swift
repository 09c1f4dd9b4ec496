// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// What the parser found in the head of a request.
struct RequestHead: Equatable, Sendable {
    /// The request as handlers see it.
    var request: HTTPRequest
    /// How the body is framed.
    var bodyLength: RequestBodyLength
    /// Whether the request is HTTP/1.0, which knows neither chunks nor interim responses.
    var isOldVersion: Bool
    /// Whether the client wants to use the connection again.
    var wantsKeepAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool
}
