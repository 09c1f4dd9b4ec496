// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Rendering
import Store
import Synchronization

/// The workers, and the decisions whether and where work runs: prices, refusals, and what failed before.
///
/// An event loop serves many connections, and whatever it computes keeps all of them waiting. So texts that are
/// long to parse or to plan go to a worker, with the queue and the deadline of renderings, and headers of long
/// files to a queue.
final class Admission: Sendable {
    /// The workers and their queue.
    let pool: WorkerPool
    /// The limits on the memory and the work of one request.
    let prices: PriceLimits
    /// The longest time for a rendering or an analysis, its wait included.
    let deadline: Duration
    /// Tells whether refusals have gone on for some time.
    let saturation = SaturationMonitor()
    /// The images that could not be decoded.
    let failures = PictureFailures()
    /// The images whose rendering lately took longer than its deadline.
    let overruns: Overruns
    /// The queue on which headers of long files are read.
    let headers = HeaderReading()
    /// The queue on which fonts are loaded.
    let fonts: FontLoading
    /// The log and the metrics.
    let monitoring: Monitoring
    private let isDraining = Mutex(false)

    /// Starts the workers.
    init(_ configuration: Configuration, _ monitoring: Monitoring, fonts: FontLoading) {
        pool = WorkerPool(
            WorkerPool.Configuration(
                workers: configuration.workers,
                queueLimit: configuration.queueLimit,
                queueTimeout: configuration.queueWait,
                memoryBudget: configuration.memoryBudget
            )
        )
        prices = PriceLimits(
            memoryBudget: configuration.memoryBudget,
            deadline: configuration.deadline,
            pixelLimit: configuration.pixelLimit
        )
        deadline = configuration.deadline
        overruns = Overruns(deadline: configuration.deadline)
        self.fonts = fonts
        self.monitoring = monitoring
    }

    /// Makes the readiness probe fail from now on; requests are still answered.
    func beginDraining() { isDraining.withLock { $0 = true } }

    /// The reason why the readiness probe fails; nil if it succeeds.
    var unreadiness: AdmissionError? {
        if isDraining.withLock({ $0 }) { return .shuttingDown }
        // Both conditions: a short burst is no reason to send requests elsewhere. And when requests
        // go elsewhere, no admission would end the series of refusals.
        return saturation.isSaturated() ? saturationNow : nil
    }

    /// The error with which any rendering would be refused now; nil if one might be accepted.
    var saturationNow: AdmissionError? { pool.refusal(ofWork: .max, from: .unknown) }

    /// Reserves a place in the queue for an upload, or refuses it before its body is received.
    ///
    /// Whether the result is cached cannot be known before the whole body was received and hashed,
    /// and a digest that the client states proves nothing. So this refuses such an upload as well.
    func announce(_ request: RequestContext) throws(ServiceError) -> WorkerPool.Announcement {
        let length =
            switch request.exchange.bodyLength {
            case .none, .chunked: 0
            case .known(let count): count
            }
        do throws(AdmissionError) {
            return try pool.announce(ofWork: Price.upload(length), from: request.caller)
        } catch {
            saturation.note(error)
            throw .admission(error)
        }
    }
}

extension Admission: MadeFromImages {
    var pictures: Set<Digest> { failures.pictures.union(overruns.pictures) }

    func forget(sources: Set<Digest>) -> Int {
        failures.forget(sources: sources)
        overruns.forget(sources: sources)
        return 0
    }
}
