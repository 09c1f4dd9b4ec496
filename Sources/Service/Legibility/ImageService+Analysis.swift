// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import Raster
import Rendering
import Store

/// The identity of an analysis: two analyses with equal names have equal tables.
struct AnalysisName: Hashable, Sendable {
    /// The picture.
    let source: Digest
    /// The text style and the contrast to reach.
    let goal: LegibilityGoal
    /// The pane of the material and the box of the text, as eight numbers.
    let areas: [Int]
    /// The color behind transparent pixels of the picture.
    let background: Color
    /// The kinds of damage with which the picture is decoded.
    let damage: DamagePolicy

    init(_ analysis: LegibilityAnalysis, of source: Digest) {
        self.source = source
        goal = analysis.goal
        background = analysis.background
        damage = analysis.source.damage
        areas = [analysis.pane, analysis.box].flatMap {
            [$0.x, $0.y, $0.size.width, $0.size.height]
        }
    }
}

extension ImageService {
    /// The memory budget for finished tables, in bytes.
    static let knownTablesBudget = 1 << 20

    /// The approximate size of a table in memory, in bytes.
    private static let tableCost = 4096

    /// Analyzes a picture on a worker, unless the table is known.
    ///
    /// Requests for the same table at the same time share one analysis.
    ///
    /// - Parameters:
    ///   - analysis: The analysis to run.
    ///   - source: The digest of its picture.
    ///   - context: The request; it is answered with the error if the analysis fails.
    ///   - completion: Called at once or on a worker, with the table and the picture to continue
    ///     with. It must not retain another copy of the picture, because a request that waits has
    ///     no memory reserved.
    /// - Throws: The error of the completion, if it is called at once.
    func analyze(
        _ analysis: LegibilityAnalysis,
        of source: Digest,
        for context: RequestContext,
        then completion:
            @escaping @Sendable (
                LegibilityTable, SourceImage
            ) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let lookup = analyses.lookup(
            AnalysisName(analysis, of: source),
            deadline: .now + configuration.deadline,
            in: knownTables
        ) { result in
            do throws(ServiceError) {
                let finding = try result.get()
                try completion(finding.table, finding.source)
            } catch {
                context.fail(error)
            }
        }
        switch lookup {
        case .known(let table): try completion(table, analysis.source)
        case .joined(let ticket):
            context.exchange.onClientGone { [analyses] in analyses.leave(ticket) }
        case .charged(let flight, let ticket):
            // Registered before the analysis starts, so that it ends if the client has left
            // already.
            context.exchange.onClientGone { [analyses] in analyses.leave(ticket) }
            start(analysis, flight, for: context)
        }
    }

    private func start(
        _ analysis: LegibilityAnalysis,
        _ flight: AnalysisFlight,
        for context: RequestContext
    ) {
        if let failure = failures.failure(of: flight.name.source, under: flight.name.damage) {
            return analyses.end(flight, .failure(.render(failure)))
        }
        do throws(AdmissionError) {
            try prices.check(analysis.estimate, pixelCount: analysis.source.pixelCount)
            try pool.submit(
                analysis.estimate,
                from: caller(of: context),
                cancellation: flight.cancellation,
                work: { [knownTables, analyses, log, failures, requestID = context.names.id] _ in
                    do throws(RenderError) {
                        let table = try analysis.run(cancellation: flight.cancellation)
                        knownTables.insert(table, for: flight.name, cost: Self.tableCost)
                        let finding = AnalysisFlights.Finding(table: table, source: analysis.source)
                        analyses.end(flight, .success(finding))
                        return .done
                    } catch {
                        log.write(failure: error, of: flight.cancellation, requestID: requestID)
                        failures.note(error, of: flight.name.source, under: flight.name.damage)
                        analyses.end(flight, .failure(.render(error)))
                        return .failed
                    }
                },
                refused: { [saturation, analyses] error in
                    saturation.note(error)
                    analyses.end(flight, .failure(.admission(error)))
                }
            )
            saturation.noteAdmission()
        } catch {
            saturation.note(error)
            analyses.end(flight, .failure(.admission(error)))
        }
    }
}
