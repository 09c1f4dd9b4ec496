// SPDX-License-Identifier: Apache-2.0

import Rendering

/// One analysis that goes on.
final class AnalysisFlight: Sendable {
    /// What it is to find out.
    let name: AnalysisName
    /// Stops it.
    let cancellation: Cancellation

    init(_ name: AnalysisName, deadline: ContinuousClock.Instant) {
        self.name = name
        cancellation = Cancellation(deadline: deadline)
    }
}
