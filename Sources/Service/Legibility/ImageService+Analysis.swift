// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import Raster
import Rendering
import Store

/// What decides about an analysis.
struct AnalysisName: Hashable, Sendable {
    /// The picture.
    let source: Digest
    /// What is asked for.
    let goal: LegibilityGoal
    /// Where the material lies and where the text stands.
    let areas: [Int]
    /// What shows through the picture.
    let background: Color

    init(_ analysis: LegibilityAnalysis, of source: Digest) {
        self.source = source
        goal = analysis.goal
        background = analysis.background
        areas = [analysis.pane, analysis.box].flatMap {
            [$0.x, $0.y, $0.size.width, $0.size.height]
        }
    }
}

extension ImageService {
    /// The bytes that tables of earlier analyses may take.
    static let knownTablesBudget = 1 << 20

    /// What a table takes in memory, about.
    private static let tableCost = 4096

    /// Finds out how legible texts are, on a worker, unless it is known; once for all who ask for the
    /// same at the same time.
    ///
    /// - Parameters:
    ///   - analysis: What is to be found out.
    ///   - source: The digest of its picture.
    ///   - context: The request, which is answered if it cannot be found out.
    ///   - completion: Called at once or on a worker, with the picture that was looked at. It must
    ///     hold no other: whoever joins an analysis waits without memory of its own.
    /// - Throws: What the completion throws at once.
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
            // Before the analysis starts, so that a client that is gone already ends it.
            context.exchange.onClientGone { [analyses] in analyses.leave(ticket) }
            start(analysis, flight)
        }
    }

    private func start(_ analysis: LegibilityAnalysis, _ flight: AnalysisFlight) {
        do throws(AdmissionError) {
            try pool.submit(
                analysis.estimate,
                cancellation: flight.cancellation,
                work: { [knownTables, analyses] _ in
                    do throws(RenderError) {
                        let table = try analysis.run(cancellation: flight.cancellation)
                        knownTables.insert(table, for: flight.name, cost: Self.tableCost)
                        let finding = AnalysisFlights.Finding(table: table, source: analysis.source)
                        analyses.end(flight, .success(finding))
                        return .done
                    } catch {
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
