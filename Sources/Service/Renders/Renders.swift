// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

/// The results of renderings: those in memory, those that are being made, and those in the store.
///
/// Equal requests share a result. One that is in memory is the response immediately. One that is being made is joined.
/// Otherwise the request looks for it in the store for a short time, and then starts the rendering.
final class Renders: Sendable {
    /// The results in memory and in the making.
    let results: ResultStore<ResultMetadata>
    /// The results of renderings that must not be cached; each is dropped once its client has it.
    let unkept = ResultStore<ResultMetadata>(
        budget: 0,
        flightBudget: 0,
        limits: GrowingResult.Limits(keepableByteCount: 0)
    )
    /// The outcomes of parsing requests, by which a repeated one needs no parsing.
    let known = MemoryTier<KnownRendering.Name, KnownRendering>(budget: knownBudget)
    /// The renderings that were begun lately.
    let asked = AskedRenderings()
    /// The workers.
    let admission: Admission
    let images: Images
    let secondRequests = SecondRequests()
    /// The greatest length of a result that is kept, in bytes.
    let keepableByteCount: Int

    /// The memory budget for remembered requests (``KnownRendering``), in bytes.
    static let knownBudget = 1 << 20

    /// Creates empty caches.
    init(_ configuration: Configuration, _ images: Images, _ admission: Admission) {
        keepableByteCount = max(configuration.resultsBudget / 2, 1 << 20)
        results = ResultStore(
            budget: configuration.resultsBudget,
            flightBudget: configuration.flightsBudget,
            limits: GrowingResult.Limits(keepableByteCount: keepableByteCount)
        )
        self.images = images
        self.admission = admission
    }

    var metrics: ServiceMetrics { admission.monitoring.metrics }

    /// Refuses to render a stored image under overload, unless the response may need no worker.
    func refuseWhenSaturated(
        _ request: RequestContext,
        for header: ImageHeader,
        _ client: ClientPreferences
    ) throws(ServiceError) {
        let fields = request.request.headerFields
        guard request.request.method == .get, fields[.ifNoneMatch] == nil, fields[.ifMatch] == nil,
            !asked.contains(KnownRendering.Name(request.request)),
            let error = admission.pool.refusal(
                ofWork: Price.rendering(of: header),
                from: request.caller
            )
        else { return }
        // The plan of a rendering needs no worker.
        guard !client.wantsPlan else { return }
        admission.saturation.note(error)
        throw .admission(error)
    }

    /// Removes the cached results of an image that was deleted while they were made.
    func forgetUnlessStored(_ digest: Digest) {
        if images.isGone(digest) { results.forget(sources: [digest]) }
    }
}

extension Renders: MadeFromImages {
    var pictures: Set<Digest> { results.pictures }

    func forget(sources: Set<Digest>) -> Int {
        let count = results.forget(sources: sources)
        known.remove { _, known in known.key.needs(any: sources) }
        return count
    }
}
