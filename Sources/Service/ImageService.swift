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
    let tokens: Mutex<TokenTable>
    let signingKeys: Mutex<[SigningKey]>
    let presets: Mutex<Presets>
    private let policy: CORSPolicy
    private let hostNames: HostNames
    let log: AccessLog
    let metrics = ServiceMetrics()
    /// The queue on which the values of metrics are collected.
    let monitoring = DispatchQueue(label: "frostpane.metrics")
    /// The queue on which headers of long files are read, so that they keep no event loop busy.
    let probing = DispatchQueue(label: "frostpane.headers")
    /// The queue on which expired pictures are removed from memory.
    let forgetting = DispatchQueue(label: "frostpane.expiries")
    let observedServer = Mutex(ObservedServer())
    private let memory = MemoryReturn()
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
            metrics: metrics
        )
        tokens = Mutex(TokenTable(configuration.tokens))
        signingKeys = Mutex(configuration.signingKeys)
        presets = Mutex(configuration.presets)
        policy = CORSPolicy(configuration.corsOrigins)
        hostNames = HostNames(configuration)
        self.log = AccessLog(
            log,
            format: configuration.logFormat,
            threshold: configuration.logLevel.level,
            slowRequest: configuration.slowRequest
        )
        store?.begin { [weak self] event in self?.note(event) }
    }

    /// The paths of the probes, which are answered even if there is no room for more connections.
    ///
    /// - Parameter basePath: The path before all others; probes are found without it as well.
    /// - Returns: The paths.
    package static func probePaths(below basePath: String) -> Set<String> {
        Set(Endpoint.probes.flatMap { [$0.template, basePath + $0.template] })
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
        tokens.withLock { $0 = TokenTable(new.tokens, after: $0) }
        signingKeys.withLock { $0 = new.signingKeys }
        presets.withLock { $0 = new.presets }
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
            policy: policy,
            ignoring: configuration.ignoredParameters,
            port: port
        )
        forgetExpired()
        context.access = access(of: context)
        do throws(ServiceError) {
            try context.admit()
            try context.refuseUnknownHost(hostNames)
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
        let names = RequestNames(exchange.annotations, policy: policy)
        names.annotate(exchange)
        exchange.annotate(.problem, problem.type.rawValue)
        var response = problem.response
        names.complete(&response)
        return (response, problem.body(requestID: names.id))
    }

    /// Counts an ended exchange, writes its log line, and plans a return of freed memory.
    package func exchangeDidEnd(_ record: ExchangeRecord) {
        let facts = record.facts
        metrics.count(record, facts, status: AccessLog.status(of: record))
        if log.isSlow(record) { metrics.countSlowRequest() }
        log.write(record, facts)
        memory.exchangeEnded()
    }

    private func dispatch(_ context: RequestContext) throws(ServiceError) {
        try FieldLimits.check(context.request.headerFields)
        if context.port == .main, try answerKnown(context) { return }
        guard let endpoint = Endpoint(path: context.path),
            context.port.serves(endpoint.route, isAlone: configuration.adminListen.isEmpty)
        else {
            try context.authorize()
            guard context.path == "*", context.request.method == .options else {
                throw .notFound(advice: context.port.advice(for: context.path))
            }
            return context.respond(.noContent, [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
        }
        context.facts.note { $0.route = endpoint.route }
        // A browser asks without a token whether it may send one.
        if context.request.method == .options,
            let fields = policy.preflight(context.request.headerFields, methods: endpoint.allow)
        {
            return context.respond(.noContent, fields)
        }
        if !endpoint.needsNoToken, !isPublic(context) {
            try context.authorize(for: endpoint.scope(for: context.request.method))
        }
        guard endpoint.methods.contains(context.request.method) else {
            throw .methodNotAllowed(allowed: endpoint.allow)
        }
        if context.request.method == .options {
            return context.respond(.noContent, [.allow: endpoint.allow])
        }
        try whereQueryFits(context) { [self] () throws(ServiceError) in
            try serve(endpoint, context)
        }
    }

    private func serve(_ endpoint: Endpoint, _ context: RequestContext) throws(ServiceError) {
        if endpoint.isBeyondPresets { try refuseBeyondPresets() }
        switch endpoint {
        case .index: try answerIndex(context)
        case .health: answerHealth(context)
        case .readiness: try answerReadiness(context)
        case .metrics: try answerMetrics(context)
        case .status: try answerStatus(context)
        case .contract: try answerContract(context)
        case .contractJSON: try answerContractJSON(context)
        case .problem(let type): try answer(ProblemPage(type), context)
        case .materials: try answer(.materials, context)
        case .vibrancies: try answer(.vibrancies, context)
        case .filters: try answer(.filters, context)
        case .formats: try answer(.formats, context)
        case .presets: try answer(CatalogDocument(presets.withLock { $0 }), context)
        case .render: try renderUpload(context)
        case .renderForm: try renderUpload(context, as: .form)
        case .renderScene: try renderUpload(context, as: .scene)
        case .images: try keepUpload(context)
        case .image(let digest): try answerImage(digest, context)
        case .renderedImage(let digest):
            try renderImage(digest, context, for: context.preferences)
        case .plan(let digest):
            let client = ClientPreferences(hints: context.hints, asksForPlan: true)
            try renderImage(digest, context, for: client)
        case .gallery(let digest): try renderGallery(digest, context)
        case .legibility: try answerLegibility(context)
        case .placeholder: try answerPlaceholder(context)
        case .imagePlaceholder(let digest): try answerPlaceholder(of: digest, context)
        case .links: try makeLink(context)
        case .link(let name): try answerLink(name, context)
        case .renderedSource(let address):
            try renderSource(address, context, for: context.preferences)
        case .sourcePlan(let address):
            let client = ClientPreferences(hints: context.hints, asksForPlan: true)
            try renderSource(address, context, for: client)
        }
    }
}
