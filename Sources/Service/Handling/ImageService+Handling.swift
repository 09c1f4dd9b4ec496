// SPDX-License-Identifier: Apache-2.0

import Codecs
package import HTTPServer
package import HTTPTypes

extension ImageService: HTTPHandler {
    /// Responds to a request.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) async {
        await begin(request, on: exchange)?()
    }

    /// Responds to a request for a remembered rendering or one that a layer refuses, or returns the rest of its
    /// handling.
    package func begin(
        _ request: HTTPRequest,
        on exchange: HTTPExchange
    ) -> (@Sendable () async -> Void)? {
        begin(request, on: exchange, of: .main)
    }

    /// Begins the response to a request to the main port or the monitoring port.
    func begin(
        _ request: HTTPRequest,
        on exchange: HTTPExchange,
        of port: ServicePort
    ) -> (@Sendable () async -> Void)? {
        var context = RequestContext(
            request,
            on: exchange,
            basePath: configuration.basePath,
            probes: Router.standard.probes,
            ignoring: configuration.ignoredParameters,
            port: port
        )
        images.forgetExpired()
        do throws(ServiceError) {
            try layers.admit(&context)
            // A remembered rendering needs neither a look-up of its address nor a task.
            if port == .main, let known = try renders.knownResponse(to: context, access) {
                layers.send(known, to: context)
                return nil
            }
        } catch {
            layers.send(error, to: context)
            return nil
        }
        return { [context] in await self.finish(context) }
    }

    /// Responds to a request that the layers have admitted.
    private func finish(_ request: RequestContext) async {
        do throws(ServiceError) {
            layers.send(try await response(to: request), to: request)
        } catch {
            layers.send(error, to: request)
        }
    }

    /// Finds the address of a request, lets the layers check it there, and calls the endpoint's function.
    private func response(to request: RequestContext) async throws(ServiceError) -> Response {
        let isAlone = configuration.adminListen.isEmpty
        guard let match = Router.standard.match(request.path),
            request.port.serves(match.address.route, isAlone: isAlone)
        else { return try unknownAddress(request) }
        request.facts.note { $0.route = match.address.route }
        if let fields = try layers.admit(request, at: match.address) {
            return Response(.noContent, fields)
        }
        guard let endpoint = match.endpoint(for: request.request.method) else {
            throw .unexpected
        }
        if !ForeignCodecHost.isCounted {
            try await admission.awaitCodecs(if: request.mayNeedCodecs)
        }
        return try await endpoint.serve(match.segments, request, self)
    }

    private func unknownAddress(_ request: RequestContext) throws(ServiceError) -> Response {
        try request.authorize()
        guard request.path == "*", request.request.method == .options else {
            throw .notFound(advice: request.port.advice(for: request.path))
        }
        return Response(.noContent, [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
    }

    /// Creates the error response to a malformed or refused message.
    package func response(
        to fault: HTTPFault,
        on exchange: HTTPExchange
    ) -> (HTTPResponse, [UInt8]) {
        let problem = Problem(fault)
        let names = RequestNames(exchange.annotations)
        names.annotate(exchange)
        exchange.annotate(.problem, problem.type.rawValue)
        return (layers.completed(problem.response, names), problem.body(requestID: names.id))
    }

    /// Lets the layers take note of an ended exchange: counts it, and writes its line.
    package func exchangeDidEnd(_ record: ExchangeRecord) { layers.note(record) }
}
