// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import Rendering
import Store

/// The analyses of images: contrasts of texts, placeholders, and the parts that `trim` and `attention` choose.
///
/// Recent outcomes are cached, and requests for the same outcome at the same time share one analysis.
final class Analyses: Sendable {
    /// The contrasts of texts on materials.
    let legibility = AnalysisFlights<AnalysisName, LegibilityTable>(budget: budget) { _ in
        tableCost
    }
    /// The placeholders.
    let placeholders = AnalysisFlights<PlaceholderName, PlaceholderReport>(budget: budget) {
        $0.document.count
    }
    /// The borders, and the parts that draw attention.
    let geometries = AnalysisFlights<GeometryName, Geometry.Finding>(budget: budget) { _ in
        tableCost
    }
    let admission: Admission
    /// The largest size of an image.
    let limits: DecodeLimits

    /// The memory budget for the cached outcomes of one kind of analysis, in bytes.
    private static let budget = 1 << 20

    /// The approximate size of a table of contrasts in memory, in bytes.
    private static let tableCost = 4096

    /// Creates empty caches of outcomes.
    init(_ admission: Admission, _ limits: DecodeLimits) {
        self.admission = admission
        self.limits = limits
    }

    /// Analyzes an image on a worker, unless the outcome is cached or the analysis in progress.
    ///
    /// A request that waits drops its image, as no memory is reserved for it, and continues with the image that
    /// was analyzed.
    ///
    /// - Parameters:
    ///   - analysis: The analysis to run.
    ///   - name: Its identity.
    ///   - flights: The analyses of its kind.
    ///   - request: The request.
    /// - Returns: The outcome, and the image to continue with.
    /// - Throws: ``ServiceError/bytesNeeded`` if the outcome is not known and the image has no bytes;
    ///   ``ServiceError/quotaExceeded(_:wait:)``; the reason why the analysis failed.
    func outcome<Analysis: PictureAnalysis, Name>(
        of analysis: consuming Analysis,
        as name: Name,
        in flights: AnalysisFlights<Name, Analysis.Outcome>,
        for request: RequestContext
    ) async throws(ServiceError) -> (outcome: Analysis.Outcome, source: SourceImage) {
        var own: Analysis? = consume analysis
        if let analysis = own, analysis.source.bytes.isEmpty {
            guard let outcome = flights.outcome(of: name) else { throw .bytesNeeded }
            return (outcome, analysis.source)
        }
        if !flights.has(name), let refusal = request.refusalOfPixels { throw refusal }
        let waited = try await flights.wait(for: name, deadline: .now + admission.deadline) {
            flight in
            if let flight, let analysis = own { start(analysis, flight, in: flights, for: request) }
            own = nil
        }
        switch waited {
        case .found(let finding): return (finding.outcome, finding.source)
        case .known(let outcome):
            guard let own else { throw .unexpected }
            return (outcome, own.source)
        }
    }

    private func start<Analysis: PictureAnalysis, Name>(
        _ analysis: Analysis,
        _ flight: AnalysisFlight<Name>,
        in flights: AnalysisFlights<Name, Analysis.Outcome>,
        for request: RequestContext
    ) {
        let name = flight.name
        let file = FileFacts(analysis.source.bytes)
        if let failure = admission.failures.failure(
            of: name.source,
            taking: name.selection,
            under: name.damage
        ) {
            return flights.end(flight, .failure(ServiceError.render(failure).explained(by: file)))
        }
        let price = analysis.estimate
        let estimate = RenderEstimate(
            memory: price.memory,
            work: price.work,
            isGuess: analysis.source.header.format == .svg
        )
        let pictures = Overruns.Name(
            picture: name.source,
            selection: name.selection,
            policy: name.damage
        )
        let owner = request.caller
        if let refusal = admission.overruns.refusal(of: pictures, at: estimate, from: owner) {
            return flights.end(flight, .failure(refusal))
        }
        request.count(pixels: analysis.source.pixelCount)
        do throws(AdmissionError) {
            try admission.prices.check(estimate, pixelCount: analysis.source.pixelCount)
            try admission.pool.submit(
                estimate,
                from: owner,
                cancellation: flight.cancellation,
                work: { [admission, requestID = request.names.id] turn in
                    // Others of the caller may have overrun while this one waited.
                    let overruns = admission.overruns
                    if let refusal = overruns.refusal(of: pictures, at: estimate, from: owner) {
                        flights.end(flight, .failure(refusal))
                        return .planned
                    }
                    do throws(RenderError) {
                        let outcome = try analysis.run(cancellation: flight.cancellation)
                        flights.end(
                            flight,
                            .success(.init(outcome: outcome, source: analysis.source))
                        )
                        return .done
                    } catch {
                        admission.note(error, of: flight, pictures, at: estimate, owner, turn)
                        admission.monitoring.log.write(
                            failure: error,
                            of: flight.cancellation,
                            requestID: requestID
                        )
                        flights.end(
                            flight,
                            .failure(ServiceError.render(error).explained(by: file))
                        )
                        return .failed
                    }
                },
                refused: { [admission] error in
                    admission.saturation.note(error)
                    flights.end(flight, .failure(.admission(error)))
                }
            )
            admission.saturation.noteAdmission()
        } catch {
            admission.saturation.note(error)
            flights.end(flight, .failure(.admission(error)))
        }
    }
}

extension Admission {
    /// Remembers the error of an analysis, if another one would end in it as well.
    fileprivate func note<Name>(
        _ error: RenderError,
        of flight: AnalysisFlight<Name>,
        _ pictures: Overruns.Name,
        at estimate: RenderEstimate,
        _ owner: WorkerPool.Caller,
        _ turn: WorkerPool.Turn
    ) {
        overruns.note(error, of: pictures, at: estimate, from: owner, after: turn.spent)
        failures.note(
            error,
            of: flight.name.source,
            taking: flight.name.selection,
            under: flight.name.damage
        )
    }
}

extension Analyses: MadeFromImages {
    var pictures: Set<Digest> {
        legibility.pictures.union(placeholders.pictures).union(geometries.pictures)
    }

    func forget(sources: Set<Digest>) -> Int {
        legibility.forget(sources: sources)
        placeholders.forget(sources: sources)
        geometries.forget(sources: sources)
        return 0
    }
}
