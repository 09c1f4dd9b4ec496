// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

/// What a client got.
struct Reply: Sendable {
    /// The status, or 0 when there was no answer.
    var status = 0
    /// The fields of the head.
    var fields: HTTPFields = [:]
    /// The fields after the body.
    var trailers: HTTPFields = [:]
    /// The body.
    var body: [UInt8] = []
    /// Whether the body came whole.
    var isComplete = true

    /// A field by its name.
    subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

    /// A trailer by its name.
    func trailer(_ name: String) -> String? { HTTPField.Name(name).flatMap { trailers[$0] } }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// How requests reach the service: the same tests run over each way.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// Straight into the handler.
    case router
    /// Over a socket, with curl.
    case socket

    var testDescription: String { rawValue }
}

/// A request as a test writes it down.
struct Call: Sendable {
    var method: String
    var target: String
    var fields: [(String, String)] = []
    var body: [UInt8]?

    static func get(_ target: String, _ fields: [(String, String)] = []) -> Call {
        Call(method: "GET", target: target, fields: fields)
    }

    static func post(
        _ target: String,
        _ body: [UInt8],
        _ fields: [(String, String)] = []
    ) -> Call {
        Call(method: "POST", target: target, fields: fields, body: body)
    }
}
