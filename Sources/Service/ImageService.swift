// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
package import HTTPServer
package import HTTPTypes
import Rendering
import Store
import Synchronization

/// The image service: the handler of all requests to the server.
package final class ImageService: HTTPHandler {
    let configuration: Configuration
    let originals: OriginalStore<ImageHeader>
    let results: ResultStore<ResultMetadata>
    /// The results of renderings that must not be kept; each is dropped once its client has it.
    let unkept: ResultStore<ResultMetadata>
    let knownRenderings: MemoryTier<KnownRendering.Name, KnownRendering>
    let askedRenderings = AskedRenderings()
    let knownTables: MemoryTier<AnalysisName, LegibilityTable>
    let analyses = AnalysisFlights()
    let failures = PictureFailures()
    let pool: WorkerPool
    let receiving: ReceivingBudget
    let saturation = SaturationMonitor()
    let fonts: FontLoading
    private let tokens: Mutex<BearerTokens>
    private let policy: CORSPolicy
    let log: AccessLog
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
        knownTables = MemoryTier(budget: Self.knownTablesBudget)
        pool = WorkerPool(
            WorkerPool.Configuration(
                workers: configuration.workers,
                queueLimit: configuration.queueLimit,
                queueTimeout: configuration.queueWait,
                memoryBudget: configuration.memoryBudget
            )
        )
        receiving = ReceivingBudget(limit: configuration.uploadsBudget)
        tokens = Mutex(BearerTokens(configuration.tokens))
        policy = CORSPolicy(configuration.corsOrigins)
        self.log = AccessLog(
            log,
            format: configuration.logFormat,
            threshold: configuration.logLevel.level
        )
    }

    /// Lists the paths of the probes, which are answered even if there is no room for connections.
    ///
    /// - Parameter basePath: The path before all others; probes are found without it as well.
    /// - Returns: The paths.
    package static func probePaths(below basePath: String) -> Set<String> {
        Set(Endpoint.probes.flatMap { [$0.template, basePath + $0.template] })
    }

    /// The bounds on the size of a picture.
    var limits: DecodeLimits {
        DecodeLimits(
            maximumSide: configuration.sideLimit,
            maximumPixelCount: configuration.pixelLimit
        )
    }

    /// Takes over the tokens and the log level of a configuration that was read again.
    ///
    /// Answers that caches hold depend on whether there are tokens at all, so that cannot change.
    ///
    /// - Returns: Whether they were taken over.
    package func reload(_ new: Configuration) -> Bool {
        guard new.tokens.isEmpty == configuration.tokens.isEmpty else { return false }
        tokens.withLock { $0 = BearerTokens(new.tokens) }
        log.threshold.level = new.logLevel.level
        return true
    }

    /// Fails the readiness probe from now on; requests are still answered.
    package func beginDraining() {
        isDraining.withLock { $0 = true }
    }

    /// Refuses all renderings from now on; running ones are finished.
    package func shutDown() {
        beginDraining()
        pool.shutDown()
    }

    /// The number of finished renderings since the start, failed and cancelled ones included.
    package var completedRenderings: Int { pool.status.completed }

    /// Answers a request, or starts to receive its body.
    package func handle(_ request: HTTPRequest, on exchange: HTTPExchange) {
        let context = RequestContext(
            request,
            on: exchange,
            basePath: configuration.basePath,
            policy: policy,
            ignoring: configuration.ignoredParameters
        )
        do throws(ServiceError) {
            try dispatch(context)
        } catch {
            context.fail(error)
        }
    }

    /// Describes a fault of the message as a problem, with the request identifier of its log line.
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

    /// Writes the line of an exchange to the log, and sees to memory that it has left behind.
    package func exchangeDidEnd(_ record: ExchangeRecord) {
        log.write(record)
        memory.exchangeEnded()
    }

    private func dispatch(_ context: RequestContext) throws(ServiceError) {
        try FieldLimits.check(context.request.headerFields)
        if try answerKnown(context) { return }
        guard let endpoint = Endpoint(path: context.path) else {
            try authorize(context)
            guard context.path == "*", context.request.method == .options else {
                throw .notFound(advice: AddressAdvice.sentence(for: context.path))
            }
            return context.respond(.noContent, [.allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS"])
        }
        // A browser asks without the token whether it may send one.
        if context.request.method == .options,
            let fields = policy.preflight(context.request.headerFields, methods: endpoint.allow)
        {
            return context.respond(.noContent, fields)
        }
        if !endpoint.needsNoToken { try authorize(context) }
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
        switch endpoint {
        case .index: try answerIndex(context)
        case .health: answerHealth(context)
        case .readiness: try answerReadiness(context, isDraining: isDraining.withLock { $0 })
        case .contract: try answerContract(context)
        case .contractJSON: try answerContractJSON(context)
        case .problem(let type): try answer(ProblemPage(type), context)
        case .materials: try answer(.materials, context)
        case .vibrancies: try answer(.vibrancies, context)
        case .filters: try answer(.filters, context)
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
        }
    }

    func authorize(_ context: RequestContext) throws(ServiceError) {
        guard !configuration.tokens.isEmpty else { return }
        let tokens = tokens.withLock { $0 }
        guard tokens.admits(context.request.headerFields[.authorization]) else {
            throw .unauthorized
        }
    }
}
