// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// One occurrence of a problem, as it is told to the client.
///
/// Reference: RFC 9457, section 3.
struct Problem: Sendable {
    /// The kind of problem.
    let type: ProblemType

    /// What is wrong this time, in a sentence that helps to put it right.
    let detail: String

    /// The parameter, the form's field or the HTTP field that is wrong.
    var parameter: String?

    /// The place in a JSON body of what is wrong.
    ///
    /// Reference: RFC 6901.
    var pointer: String?

    /// The value that is refused.
    var value: String?

    /// Where in the value the fault is, in Unicode scalars from 1 on.
    var column: Int?

    /// What would be accepted.
    var allowed: String?

    /// Further fields of the response, such as `Allow`.
    var fields: HTTPFields = [:]

    /// Creates a problem.
    init(_ type: ProblemType, _ detail: String) {
        self.type = type
        self.detail = detail
    }

    /// The body.
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
        return JSONValue.object(members).bytes
    }

    /// The head, without what every response has.
    var response: HTTPResponse {
        var response = HTTPResponse(status: type.status, headerFields: fields)
        response.headerFields[.contentType] = "application/problem+json"
        response.headerFields[.cacheControl] = "no-store"
        return response
    }

    /// The problem with a field that asks the client to come back.
    func retrying(after delay: Duration) -> Problem {
        var problem = self
        let seconds = max(1, min(delay.components.seconds + 1, 60))
        problem.fields[.retryAfter] = String(seconds)
        return problem
    }
}
