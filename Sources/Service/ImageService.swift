// SPDX-License-Identifier: Apache-2.0

import Codecs
package import HTTPServer
package import HTTPTypes
import Rendering
import Store

/// The image service: the handler of all requests to the server.
///
/// It builds the objects that own the state of the service, and passes each request through the layers to the
/// function of its endpoint:
///
/// ```swift
/// let service = ImageService(configuration: configuration, log: sink)
/// let server = HTTPServer(configuration: serverConfiguration, handler: service)
/// ```
package final class ImageService: HTTPHandler {
    /// The options.
    let configuration: Configuration
    /// The stored images.
    let images: Images
    /// The links to renderings.
    let links: any LinkKeeping
    /// The images outside of the service.
    let sources: PictureSources
    /// The results of renderings.
    let renders: Renders
    /// The analyses of images.
    let analyses: Analyses
    /// Who may use the service, and for what.
    let access: AccessControl
    /// The log and the metrics.
    let monitoring: Monitoring
    private let layers: RequestLayers

    /// Creates the service and starts its workers.
    ///
    /// - Parameters:
    ///   - configuration: The options.
    ///   - log: The destination of the line of each request.
    package convenience init(configuration: Configuration, log: LogSink) {
        self.init(configuration: configuration, log: log, fonts: FontLoading())
    }

    /// Creates the service with a loader of fonts, which tests observe.
    init(configuration: Configuration, log: LogSink, fonts: FontLoading) {
        self.configuration = configuration
        let store = configuration.makeStore()
        monitoring = Monitoring(configuration, log)
        access = AccessControl(configuration)
        layers = RequestLayers(access, monitoring)
        images = Images(configuration, store)
        links =
            if let store { StoredLinks(store) } else {
                MemoryLinks(whereKept: images.originals.keeps)
            }
        sources = PictureSources(configuration, images.receiving, monitoring.metrics)
        let admission = Admission(configuration, monitoring, fonts: fonts)
        renders = Renders(configuration, images, admission)
        analyses = Analyses(admission, images.limits)
        images.setOwners([renders, analyses, links, admission])
        store?.begin { [images, monitoring] event in
            switch event {
            case .health(let health): monitoring.log.write(health, of: "store")
            case .upper(let health): monitoring.log.write(health, of: "folder above the store")
            case .deleted(let mark): images.noteDeletion(mark)
            }
        }
    }

    /// The workers, and the decisions whether and where work runs.
    var admission: Admission { renders.admission }

    /// Responds to a request.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) async {
        await handle(request, on: exchange, of: .main)
    }

    /// Responds to a request to the main port or the monitoring port.
    func handle(
        _ request: HTTPRequest,
        on exchange: HTTPExchange,
        of port: ServicePort
    ) async {
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
            // A remembered rendering needs no look-up of its address.
            if port == .main, let known = try renders.knownResponse(to: context, access) {
                return layers.send(known, to: context)
            }
            layers.send(try await response(to: context), to: context)
        } catch {
            layers.send(error, to: context)
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
        guard let endpoint = match.address.endpoint(for: request.request.method) else {
            throw .unexpected
        }
        if !ForeignCodecHost.isCounted { try await admission.awaitCodecs(if: request.mayNeedCodecs) }
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
