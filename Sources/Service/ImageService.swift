// SPDX-License-Identifier: Apache-2.0

import Codecs
import Dispatch
import Effects
package import HTTPServer
package import HTTPTypes
import Rendering
import Store
import Synchronization

/// The image service: the handler of all requests to the server.
package final class ImageService: HTTPHandler {
    let configuration: Configuration
    let originals: OriginalStore<OriginalMetadata>
    let links: any LinkKeeping
    let results: ResultStore<ResultMetadata>
    /// The results of renderings that must not be cached; each is dropped once its client has it.
    let unkept: ResultStore<ResultMetadata>
    let knownRenderings: MemoryTier<KnownRendering.Name, KnownRendering>
    let askedRenderings = AskedRenderings()
    /// The persistent store of uploads and results; nil if they are kept in memory only.
    let store: BlobStore?
    let fetches = OriginalFetches()
    let sources: PictureSources
    let expiries = Expiries()
    let secondRequests = SecondRequests()
    /// The digests of pictures that the persistent store is known to have.
    let presences = MemoryTier<Digest, Bool>(budget: presencesBudget)
    /// The marks of images that were deleted a short time ago.
    let deletions = MemoryTier<Digest, Bool>(budget: presencesBudget)
    let analyses = AnalysisFlights<AnalysisName, LegibilityTable>(budget: outcomesBudget) { _ in
        tableCost
    }
    let placeholders = AnalysisFlights<PlaceholderName, PlaceholderReport>(
        budget: outcomesBudget
    ) { $0.document.count }
    let geometryAnalyses = AnalysisFlights<GeometryName, Geometry.Finding>(
        budget: outcomesBudget
    ) { _ in tableCost }
    let failures = PictureFailures()
    let overruns: Overruns
    let pool: WorkerPool
    let receiving: ReceivingBudget
    let saturation = SaturationMonitor()
    let fonts: FontLoading
    /// Who may use the service, and for what.
    let access: AccessControl
    /// The log and the metrics.
    let monitoring: Monitoring
    /// The queue on which headers of long files are read, so that they keep no event loop busy.
    let probing = DispatchQueue(label: "frostpane.headers")
    /// The queue on which expired pictures are removed from memory.
    let forgetting = DispatchQueue(label: "frostpane.expiries")
    private let layers: RequestLayers
    private let isDraining = Mutex(false)

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
        self.fonts = fonts
        monitoring = Monitoring(configuration, log)
        overruns = Overruns(deadline: configuration.deadline)
        originals = OriginalStore(budget: configuration.originalsBudget)
        results = ResultStore(
            budget: configuration.resultsBudget,
            flightBudget: configuration.flightsBudget,
            limits: GrowingResult.Limits(
                keepableByteCount: max(configuration.resultsBudget / 2, 1 << 20)
            )
        )
        unkept = ResultStore(
            budget: 0,
            flightBudget: 0,
            limits: GrowingResult.Limits(keepableByteCount: 0)
        )
        knownRenderings = MemoryTier(budget: Self.knownRenderingsBudget)
        pool = WorkerPool(
            WorkerPool.Configuration(
                workers: configuration.workers,
                queueLimit: configuration.queueLimit,
                queueTimeout: configuration.queueWait,
                memoryBudget: configuration.memoryBudget
            )
        )
        let store = configuration.makeStore()
        self.store = store
        links = if let store { StoredLinks(store) } else { MemoryLinks(whereKept: originals.keeps) }
        receiving = ReceivingBudget(limit: configuration.uploadsBudget)
        sources = PictureSources(
            configuration.sources,
            limits: configuration.sourceLimits,
            budget: receiving,
            metrics: monitoring.metrics
        )
        access = AccessControl(configuration)
        layers = RequestLayers(access, monitoring)
        store?.begin { [weak self] event in self?.note(event) }
    }

    /// The paths of the probes, which are answered even if there is no room for more connections.
    ///
    /// - Parameter basePath: The path before all others; probes are found without it as well.
    /// - Returns: The paths.
    package static func probePaths(below basePath: String) -> Set<String> {
        Set(Router.standard.probes.flatMap { [$0, basePath + $0] })
    }

    /// The limits on the size of a picture that is decoded.
    var limits: DecodeLimits {
        DecodeLimits(
            maximumSide: configuration.sideLimit,
            maximumPixelCount: configuration.pixelLimit
        )
    }

    /// Applies new tokens, signing keys, presets and log level; returns whether it was possible.
    ///
    /// Responses in caches depend on whether there are tokens at all, so that cannot change.
    ///
    /// - Returns: Whether they were applied.
    package func reload(_ new: Configuration) -> Bool {
        guard new.tokens.isEmpty == configuration.tokens.isEmpty else { return false }
        access.reload(new)
        // The outcomes of parsing requests depend on presets.
        knownRenderings.remove { _ in true }
        log.threshold.level = new.logLevel.level
        return true
    }

    /// Makes the readiness probe fail from now on; requests are still answered.
    package func beginDraining() {
        isDraining.withLock { $0 = true }
    }

    /// Refuses all renderings from now on; running ones are finished.
    package func shutDown() {
        beginDraining()
        pool.shutDown()
        store?.stop()
    }

    /// The number of finished renderings since the start, failed and cancelled ones included.
    package var completedRenderings: Int { pool.status.completed }

    /// The reason why the readiness probe fails; nil if it succeeds.
    var unreadiness: AdmissionError? {
        if isDraining.withLock({ $0 }) { return .shuttingDown }
        // Both conditions: a short burst is no reason to send requests elsewhere. And when requests
        // go elsewhere, no admission would end the series of refusals.
        return saturation.isSaturated() ? saturationNow : nil
    }

    /// Answers a request, or starts to receive its body.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) {
        handle(request, on: exchange, of: .main)
    }

    /// Answers a request to the main port or the monitoring port, or starts to receive its body.
    func handle(_ request: HTTPRequest, on exchange: HTTPExchange, of port: ServicePort) {
        var context = RequestContext(
            request,
            on: exchange,
            basePath: configuration.basePath,
            layers: layers,
            ignoring: configuration.ignoredParameters,
            port: port
        )
        forgetExpired()
        do throws(ServiceError) {
            try layers.admit(&context)
            if port == .main, try answerKnown(context) { return }
            try dispatch(context)
        } catch {
            context.fail(error)
        }
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
        let response = RequestNames.complete(problem.response).adding(layers.fields(for: names))
        return (response, problem.body(requestID: names.id))
    }

    /// Lets the layers take note of an ended exchange: counts it, and writes its line.
    package func exchangeDidEnd(_ record: ExchangeRecord) { layers.note(record) }

    /// Sets the function that returns the counters of the HTTP server, for the metrics.
    ///
    /// - Parameter statistics: Returns the counts; called from any thread.
    package func observe(_ statistics: @escaping @Sendable () -> ServerStatistics) {
        monitoring.observe(statistics)
    }

    var log: AccessLog { monitoring.log }
    var metrics: ServiceMetrics { monitoring.metrics }

    /// Finds the address of a request, lets the layers check it there, and serves it.
    private func dispatch(_ context: RequestContext) throws(ServiceError) {
        guard let match = Router.standard.match(context.path),
            context.port.serves(match.address.route, isAlone: configuration.adminListen.isEmpty)
        else {
            try context.authorize()
            guard context.path == "*", context.request.method == .options else {
                throw .notFound(advice: context.port.advice(for: context.path))
            }
            return context.respond(.noContent, [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
        }
        context.facts.note { $0.route = match.address.route }
        if let fields = try layers.admit(context, at: match.address) {
            return context.respond(.noContent, fields)
        }
        guard let endpoint = match.address.endpoint(for: context.request.method) else {
            throw .unexpected
        }
        try whereQueryFits(context) { [self] () throws(ServiceError) in
            try endpoint.serve(match.segments, context, self)
        }
    }
}
