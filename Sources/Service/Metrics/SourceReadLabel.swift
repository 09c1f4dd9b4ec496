// SPDX-License-Identifier: Apache-2.0

/// The outcome of a request for a picture of a source, as a label of metrics.
enum SourceReadLabel: Int, MetricLabel {
    case known, confirmed, read, absent, refused, slow, failed, busy

    static let name = "outcome"

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
