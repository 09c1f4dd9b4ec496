// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// What a connection has to know of the head of a response beside its bytes.
struct ResponseTraits: Sendable {
    /// The code of the status.
    let statusCode: Int
    /// Whether the connection ends after the answer.
    let isClosing: Bool
    /// The length that the fields state, for an answer to HEAD without a body.
    let statedLength: Int?

    /// Reads a head.
    init(_ response: HTTPResponse) {
        statusCode = response.status.code
        isClosing = response.headerFields[.connection]?.lowercased() == "close"
        let length = response.headerFields[.contentLength].flatMap { Int($0) }
        statedLength = length.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether neither a body nor its length may follow (RFC 9110, 8.6 and 15.4.5).
    var forbidsBody: Bool { statusCode == 204 || statusCode == 304 }
}
