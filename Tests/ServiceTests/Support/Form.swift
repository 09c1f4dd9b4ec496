// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A form as browsers send it.
struct Form {
    /// One part of a form.
    enum Part {
        case field(String, String)
        case file(String, [UInt8])
    }

    /// The body.
    private(set) var bytes: [UInt8] = []

    /// The media type with its boundary.
    let type = "multipart/form-data; boundary=----frostpane-test"

    init(_ parts: [Part]) {
        for part in parts {
            bytes += "------frostpane-test\r\nContent-Disposition: form-data; name=".utf8
            switch part {
            case .field(let name, let value):
                bytes += "\"\(name)\"\r\n\r\n\(value)\r\n".utf8
            case .file(let name, let content):
                bytes += "\"\(name)\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8
                bytes += content + Array("\r\n".utf8)
            }
        }
        bytes += "------frostpane-test--\r\n".utf8
    }
}

extension Reply {
    /// The body as a problem.
    func problem() throws -> [String: Any] {
        #expect(self["Content-Type"] == "application/problem+json")
        #expect(self["Cache-Control"] == "no-store")
        return try json()
    }

    /// The body as a JSON object.
    func json() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(body))
        return try #require(object as? [String: Any])
    }
}
