// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering

/// The response to a request for which no worker will be free in time, encoded in advance.
///
/// Under overload it is the most frequent answer, so that its cost decides how much the workers can
/// do.
struct Refusal: Sendable {
    /// The head of the response.
    let response: PreparedResponse

    /// The JSON body up to the identifier of the request, which follows.
    private let start: [UInt8]

    /// The refusal whose `Retry-After` tells the client to wait for a time.
    static func after(_ wait: Duration) -> Refusal {
        refusals[max(1, min(Int(wait.components.seconds) + 1, refusals.count)) - 1]
    }

    /// One refusal for each value of `Retry-After`, from one second to the longest.
    private static let refusals = (0..<Problem.longestRetry).map {
        Refusal(Problem(AdmissionError.saturated(expectedWait: .seconds($0))))
    }

    private init(_ problem: Problem) {
        response = RequestNames.prepare(problem.response)
        // Without the quotation mark, the brace and the line feed at the end.
        start = problem.body(requestID: "").dropLast(3)
    }

    /// The JSON body with the identifier of the request, which needs no escapes.
    func body(requestID: String) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(start.count + requestID.utf8.count + 3)
        body.append(contentsOf: start.span)
        body.append(contentsOf: requestID.utf8.span)
        body.append(UInt8(ascii: "\""))
        body.append(UInt8(ascii: "}"))
        body.append(UInt8(ascii: "\n"))
        return body
    }
}
