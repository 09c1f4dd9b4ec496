// SPDX-License-Identifier: Apache-2.0

/// The state of a tier, as far as its failures and probes tell.
///
/// A value without threads and clocks: what happened comes in, the next step comes out.
public struct StoreHealth: Hashable, Sendable {
    /// Whether one way to use a tier works.
    public enum Condition: Hashable, Sendable {
        /// It works.
        case fine
        /// There is no room.
        case full
        /// It fails; the reason is for the operator.
        case away(reason: String)
    }

    /// The condition of reads.
    public private(set) var reading = Condition.fine

    /// The condition of writes.
    public private(set) var writing = Condition.fine

    /// Whether a call failed or took too long since the last success; until the next one, results are made
    /// without asking the tier for them.
    public private(set) var isSuspect = false

    /// The number of probes that have failed in a row.
    private var failedProbes = 0

    /// The longest time between two probes.
    static let longestPause = Duration.seconds(30)

    /// The condition of a use.
    public func condition(of use: BlobUse) -> Condition {
        switch use {
        case .reading: reading
        case .writing: writing
        }
    }

    /// Whether both uses work.
    public var isFine: Bool { reading == .fine && writing == .fine }

    /// Takes note of a success.
    ///
    /// Something small may fit into a tier that is full, and a call that hung may end at last: only probes
    /// tell that a tier works again.
    mutating func succeeded() { isSuspect = false }

    /// Takes note of a failure, which a probe has to explain.
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

    /// Takes note of the probes of both uses; nil is a success.
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
