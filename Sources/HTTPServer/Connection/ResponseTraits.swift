// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The properties of a response's head that affect its connection.
struct ResponseTraits: Sendable {
    /// The code of the status.
    let statusCode: Int
    /// Whether the connection closes after the response.
    let isClosing: Bool
    /// The `Content-Length` of the fields, for a response to HEAD without a body.
    let statedLength: Int?

    /// Derives the properties from a head.
    init(_ response: HTTPResponse) {
        statusCode = response.status.code
        isClosing = response.headerFields[.connection]?.lowercased() == "close"
        let length = response.headerFields[.contentLength].flatMap { Int($0) }
        statedLength = length.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether the status forbids a body and its length (RFC 9110, 8.6 and 15.4.5).
    var forbidsBody: Bool { statusCode == 204 || statusCode == 304 }
}
