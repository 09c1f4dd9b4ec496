// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering

extension RequestLayers {
    /// Sends the response to a request, with the fields of the layers.
    func send(_ response: Response, to request: RequestContext) {
        switch response.head {
        case .plain(let head):
            request.exchange.respond(completed(head, request.names), body: response.body)
        case .prepared(let head):
            request.exchange.respond(head, adding: fields(for: request.names), body: response.body)
        }
    }

    /// Sends the problem document for an error, unless the client has left, or the server has answered.
    func send(_ error: ServiceError, to request: RequestContext) {
        if Task.isCancelled { return }
        let names = request.names
        if case .admission(.saturated(let wait)) = error {
            request.exchange.annotate(.problem, ProblemType.saturated.rawValue)
            let refusal = Refusal.after(wait)
            let body = ResponseBody.bytes(refusal.body(requestID: names.id))
            return send(Response(refusal.response, body: body), to: request)
        }
        let problem = Problem(error)
        request.exchange.annotate(.problem, problem.type.rawValue)
        request.exchange.respond(
            completed(problem.response, names),
            body: .bytes(problem.body(requestID: names.id))
        )
    }

    /// Adds to a response the fields that every response has, and the fields of the layers.
    func completed(_ response: HTTPResponse, _ names: RequestNames) -> HTTPResponse {
        var response = RequestNames.complete(response)
        for field in fields(for: names) {
            response.headerFields.append(HTTPField(name: field.name, value: field.value))
        }
        return response
    }
}
