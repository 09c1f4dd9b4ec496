// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import Raster
import Rendering
import Store
import Synchronization

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

    /// Finds out how legible texts are, on a worker, unless it is known.
    ///
    /// - Parameters:
    ///   - analysis: What is to be found out.
    ///   - source: The digest of its picture.
    ///   - context: The request, which is answered if it cannot be found out.
    ///   - completion: Called at once or on a worker.
    /// - Throws: Why it is not even begun.
    func analyze(
        _ analysis: LegibilityAnalysis,
        of source: Digest,
        for context: RequestContext,
        then completion: @escaping @Sendable (LegibilityTable) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let name = AnalysisName(analysis, of: source)
        if let table = knownTables.value(for: name) { return try completion(table) }
        let cancellation = Cancellation(deadline: .now + configuration.deadline)
        context.exchange.onClientGone { cancellation.cancel() }
        do throws(AdmissionError) {
            try pool.submit(
                analysis.estimate,
                cancellation: cancellation,
                work: { [knownTables] _ in
                    do throws(ServiceError) {
                        let table = try Self.run(analysis, cancellation)
                        knownTables.insert(table, for: name, cost: Self.tableCost)
                        try completion(table)
                        return .done
                    } catch {
                        context.fail(error)
                        return .failed
                    }
                },
                refused: { [saturation] error in
                    saturation.note(error)
                    context.fail(.admission(error))
                }
            )
            saturation.noteAdmission()
        } catch {
            saturation.note(error)
            throw .admission(error)
        }
    }

    private static func run(
        _ analysis: LegibilityAnalysis,
        _ cancellation: Cancellation
    ) throws(ServiceError) -> LegibilityTable {
        do throws(RenderError) {
            return try analysis.run(cancellation: cancellation)
        } catch {
            throw .render(error)
        }
    }
}
