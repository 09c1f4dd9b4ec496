// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// An error that a response reports to the client, with the facts of this occurrence.
///
/// Reference: RFC 9457, section 3.
struct Problem: Sendable {
    /// The kind of problem.
    let type: ProblemType

    /// A sentence about this occurrence, which helps to correct the request.
    let detail: String

    /// The name of the wrong parameter, form field or HTTP field.
    var parameter: String?

    /// The JSON Pointer to the error in a JSON body.
    ///
    /// Reference: RFC 6901.
    var pointer: String?

    /// The value that was refused.
    var value: String?

    /// The position of the error in the value, in Unicode scalars counted from 1.
    var column: Int?

    /// The accepted values, in words.
    var allowed: String?

    /// Further fields of the response, such as `Allow`.
    var fields: HTTPFields = [:]

    /// Creates a problem of a type, with a sentence about this occurrence.
    init(_ type: ProblemType, _ detail: String) {
        self.type = type
        self.detail = detail
    }

    /// The JSON body of the answer, with the identifier of the request.
    func body(requestID: String?) -> [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("type", .string(type.uri)),
            ("title", .string(type.title)),
            ("status", .integer(type.status.code)),
            ("detail", .string(detail)),
        ]
        if let parameter {
            members.append(("parameter", .string(ParameterError.excerpt(parameter))))
        }
        if let pointer { members.append(("pointer", .string(ParameterError.excerpt(pointer)))) }
        if let value { members.append(("value", .string(ParameterError.excerpt(value)))) }
        if let column { members.append(("column", .integer(column))) }
        if let allowed { members.append(("allowed", .string(allowed))) }
        if let requestID { members.append(("requestId", .string(requestID))) }
        return JSONValue.object(members).document
    }

    /// The head of the response, without the fields that every response has.
    var response: HTTPResponse {
        var response = HTTPResponse(status: type.status, headerFields: fields)
        response.headerFields[.contentType] = "application/problem+json"
        response.headerFields[.cacheControl] = "no-store"
        return response
    }

    /// The greatest value of `Retry-After`, in seconds.
    static let longestRetry = 60

    /// Returns the problem with `Retry-After`: the delay in seconds, from 1 to ``longestRetry``.
    func retrying(after delay: Duration) -> Problem {
        var problem = self
        let seconds = max(1, min(delay.components.seconds + 1, Int64(Self.longestRetry)))
        problem.fields[.retryAfter] = String(seconds)
        return problem
    }
}
