// SPDX-License-Identifier: Apache-2.0

import Rendering

/// An analysis in progress.
final class AnalysisFlight: Sendable {
    /// The identity of the analysis: its picture, goal and areas.
    let name: AnalysisName
    /// The cancellation that stops the analysis.
    let cancellation: Cancellation

    init(_ name: AnalysisName, deadline: ContinuousClock.Instant) {
        self.name = name
        cancellation = Cancellation(deadline: deadline)
    }
}
