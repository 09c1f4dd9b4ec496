// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// The response of an endpoint: a head, as fields or encoded in advance, and a body.
///
/// The layers add their fields when it is sent.
struct Response: Sendable {
    /// The head of a response.
    enum Head: Sendable {
        /// A status and fields.
        case plain(HTTPResponse)
        /// A head that was encoded for several requests.
        case prepared(PreparedResponse)
    }

    /// The head.
    let head: Head
    /// The body.
    let body: ResponseBody

    /// Creates a response with a status, fields and a body.
    init(_ status: HTTPResponse.Status, _ fields: HTTPFields, body: ResponseBody = .none) {
        head = .plain(HTTPResponse(status: status, headerFields: fields))
        self.body = body
    }

    /// Creates a response with a head that is encoded already.
    init(_ head: PreparedResponse, body: ResponseBody) {
        self.head = .prepared(head)
        self.body = body
    }

    /// Creates a 304 with those of the given fields that belong into such a response.
    ///
    /// Reference: RFC 9110, section 15.4.5.
    static func notModified(_ fields: HTTPFields) -> Response {
        let names: Set<HTTPField.Name> = [
            .cacheControl, .cacheTag, .contentLocation, .eTag, .expires, .surrogateKey, .vary,
        ]
        return Response(.notModified, HTTPFields(fields.filter { names.contains($0.name) }))
    }

    /// Creates the 204 of a deletion.
    static var deleted: Response { Response(.noContent, [.cacheControl: "no-store"]) }
}
