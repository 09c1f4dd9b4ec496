// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The outcome of a request for a picture of a source, as a label of metrics.
enum SourceReadLabel: Int, MetricLabel {
    case known, confirmed, read, absent, refused, slow, failed, busy

    static let name = "outcome"

    /// Finds the label for the outcome of a request to a source.
    init(_ outcome: PictureSources.Outcome) {
        switch outcome {
        case .success(let found): self = found.way
        case .failure(.source(.unknown)): self = .absent
        case .failure(.source(.reading(let fault))) where fault.isAbsence: self = .absent
        case .failure(.source(.busy)): self = .busy
        case .failure(.source(.reading(.tooSlow))): self = .slow
        case .failure(.source(.reading)): self = .failed
        // Foreign: every other reason to refuse a picture.
        case .failure: self = .refused
        }
    }

    var text: String {
        switch self {
        case .known: "known"
        case .confirmed: "confirmed"
        case .read: "read"
        case .absent: "absent"
        case .refused: "refused"
        case .slow: "slow"
        case .failed: "failed"
        case .busy: "busy"
        }
    }
}
