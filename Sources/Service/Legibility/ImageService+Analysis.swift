// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import Raster
import Rendering
import Store

/// The cache key of an analysis of the contrast of text on materials over a picture.
struct AnalysisName: AnalysisIdentity {
    /// The digest of the picture.
    let source: Digest
    /// The text style and the contrast that the text must reach.
    let goal: LegibilityGoal
    /// The bounds of the material and of the text, each as x, y, width and height in pixels.
    let areas: [Int]
    /// The color behind transparent pixels of the picture.
    let background: Color
    /// The crops, turns and resizings of the picture before the material is placed on it.
    let reshapings: [Reshaping]
    /// The kinds of damage in the file that are tolerated.
    let damage: DamagePolicy
    /// The frame or page of the file, and the size at which a drawing is drawn.
    let selection: PictureSelection

    init(_ analysis: LegibilityAnalysis, of source: Digest) {
        self.source = source
        goal = analysis.goal
        background = analysis.background
        reshapings = analysis.reshapings
        damage = analysis.source.damage
        selection = analysis.source.selection
        areas = [analysis.pane, analysis.box].flatMap {
            [$0.x, $0.y, $0.size.width, $0.size.height]
        }
    }
}

extension ImageService {
    /// The memory budget for the cached outcomes of one kind of analysis, in bytes.
    static let outcomesBudget = 1 << 20

    /// The approximate size of a table of contrasts in memory, in bytes.
    static let tableCost = 4096

    /// Analyzes a picture on a worker, unless the outcome is cached, and calls a completion.
    ///
    /// Requests for the same outcome at the same time share one analysis.
    ///
    /// - Parameters:
    ///   - analysis: The analysis to run.
    ///   - name: Its identity.
    ///   - flights: The analyses of its kind.
    ///   - context: The request; it is answered with the error if the analysis fails.
    ///   - completion: Called at once or on a worker, with the outcome and the picture to continue
    ///     with. It must not retain another copy of the picture, because a request that waits has
    ///     no memory reserved.
    /// - Throws: The error of the completion, if it is called at once; ``ServiceError/bytesNeeded`` if the
    ///   outcome is not known and the picture has no bytes; ``ServiceError/quotaExceeded(_:wait:)``.
    func analyze<Analysis: PictureAnalysis, Name>(
        _ analysis: Analysis,
        as name: Name,
        in flights: AnalysisFlights<Name, Analysis.Outcome>,
        for context: RequestContext,
        then completion:
            @escaping @Sendable (
                Analysis.Outcome, SourceImage
            ) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        if analysis.source.bytes.isEmpty {
            guard let outcome = flights.outcome(of: name) else { throw .bytesNeeded }
            return try completion(outcome, analysis.source)
        }
        if !flights.has(name), let refusal = context.refusalOfPixels { throw refusal }
        let lookup = flights.lookup(name, deadline: .now + configuration.deadline) { result in
            do throws(ServiceError) {
                let finding = try result.get()
                try completion(finding.outcome, finding.source)
            } catch {
                context.fail(error)
            }
        }
        switch lookup {
        case .known(let outcome): try completion(outcome, analysis.source)
        case .joined(let ticket):
            context.exchange.onClientGone { flights.leave(ticket) }
        case .charged(let flight, let ticket):
            // Registered before the analysis starts, so that it ends if the client has left
            // already.
            context.exchange.onClientGone { flights.leave(ticket) }
            start(analysis, flight, in: flights, for: context)
        }
    }

    private func start<Analysis: PictureAnalysis, Name>(
        _ analysis: Analysis,
        _ flight: AnalysisFlight<Name>,
        in flights: AnalysisFlights<Name, Analysis.Outcome>,
        for context: RequestContext
    ) {
        let name = flight.name
        if let failure = failures.failure(
            of: name.source,
            taking: name.selection,
            under: name.damage
        ) {
            let file = FileFacts(analysis.source.bytes)
            return flights.end(
                flight,
                .failure(ServiceError.render(failure).explained(by: file))
            )
        }
        let price = analysis.estimate
        let estimate = RenderEstimate(
            memory: price.memory,
            work: price.work,
            isGuess: analysis.source.header.format == .svg
        )
        let owner = caller(of: context)
        let pictures = Overruns.Name(
            picture: name.source,
            selection: name.selection,
            policy: name.damage
        )
        if let refusal = overruns.refusal(of: pictures, at: estimate, from: owner) {
            return flights.end(flight, .failure(refusal))
        }
        context.count(pixels: analysis.source.pixelCount)
        do throws(AdmissionError) {
            try prices.check(estimate, pixelCount: analysis.source.pixelCount)
            try pool.submit(
                estimate,
                from: owner,
                cancellation: flight.cancellation,
                work: { [log, failures, overruns, requestID = context.names.id] turn in
                    // Others of the caller may have overrun while this one waited.
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
                        log.write(failure: error, of: flight.cancellation, requestID: requestID)
                        overruns.note(
                            error,
                            of: pictures,
                            at: estimate,
                            from: owner,
                            after: turn.spent
                        )
                        failures.note(
                            error,
                            of: name.source,
                            taking: name.selection,
                            under: name.damage
                        )
                        let file = FileFacts(analysis.source.bytes)
                        flights.end(
                            flight,
                            .failure(ServiceError.render(error).explained(by: file))
                        )
                        return .failed
                    }
                },
                refused: { [saturation] error in
                    saturation.note(error)
                    flights.end(flight, .failure(.admission(error)))
                }
            )
            saturation.noteAdmission()
        } catch {
            saturation.note(error)
            flights.end(flight, .failure(.admission(error)))
        }
    }
}
