// SPDX-License-Identifier: Apache-2.0

/// The condition of a tier, as its failures and probes have shown it.
///
/// A value without threads and clocks: what happened comes in, the next step comes out.
public struct StoreHealth: Hashable, Sendable {
    /// The condition of a tier for reading or for writing.
    public enum Condition: Hashable, Sendable {
        /// The tier works.
        case fine
        /// The tier has no room.
        case full
        /// The tier fails; the reason is for the operator.
        case away(reason: String)
    }

    /// The condition of reading from the tier.
    public private(set) var reading = Condition.fine

    /// The condition of writing to the tier.
    public private(set) var writing = Condition.fine

    /// Whether a call failed or was too slow since the last success; until the next, results are
    /// rendered without a look into the tier.
    public private(set) var isSuspect = false

    /// The number of probes that have failed in a row.
    private var failedProbes = 0

    /// The longest time between two probes.
    static let longestPause = Duration.seconds(30)

    /// The condition of reading or writing.
    public func condition(of use: BlobUse) -> Condition {
        switch use {
        case .reading: reading
        case .writing: writing
        }
    }

    /// Whether both reading and writing work.
    public var isFine: Bool { reading == .fine && writing == .fine }

    /// Notes a successful call: it clears ``isSuspect`` but does not end a failed condition.
    ///
    /// Something small may fit into a tier that is full, and a call that hung may end at last: only probes
    /// show that a tier works again.
    mutating func succeeded() { isSuspect = false }

    /// Notes a failed call, whose cause a probe must find out.
    ///
    /// - Returns: Whether a probe is needed.
    mutating func failed(_ error: BlobError, _ use: BlobUse) -> Bool {
        switch error {
        case .absent, .damaged: return false
        case .full:
            set(.full, use)
            return true
        case .unavailable:
            isSuspect = true
            return true
        }
    }

    /// Notes the results of probing reads and writes; nil means success.
    ///
    /// - Returns: The time after which to probe again; nil for never.
    mutating func probed(reading: BlobError?, writing: BlobError?) -> Duration? {
        set(Self.condition(after: reading), .reading)
        set(Self.condition(after: writing), .writing)
        guard !isFine else {
            isSuspect = false
            failedProbes = 0
            return nil
        }
        defer { failedProbes += 1 }
        return min(Self.longestPause, .seconds(1 << min(failedProbes, 5)))
    }

    private mutating func set(_ condition: Condition, _ use: BlobUse) {
        switch use {
        case .reading: reading = condition
        case .writing: writing = condition
        }
    }

    private static func condition(after error: BlobError?) -> Condition {
        switch error {
        case nil, .absent, .damaged: .fine
        case .full: .full
        case .unavailable(let reason): .away(reason: reason)
        }
    }
}

extension StoreHealth {
    /// Whether reads and writes are in the same condition, so that there is nothing to report.
    func isSame(as other: StoreHealth) -> Bool {
        reading == other.reading && writing == other.writing
    }
}
