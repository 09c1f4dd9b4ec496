// SPDX-License-Identifier: Apache-2.0

/// The statistics of a cache: look-ups and evictions since the start, and its current contents.
public struct TierStatistics: Hashable, Sendable {
    /// The number of look-ups that found a value.
    public var hits = 0

    /// The number of look-ups that found nothing.
    public var misses = 0

    /// The number of values evicted to make room.
    public var evictions = 0

    /// The number of values held now.
    public var entryCount = 0

    /// The sum of the costs of the values held now, in bytes.
    public var byteCount = 0

    /// The greatest sum of the costs of all values, in bytes.
    public var budget = 0

    /// Creates statistics; by default, all numbers are zero.
    ///
    /// - Parameters:
    ///   - hits: Look-ups that found a value.
    ///   - misses: Look-ups that found nothing.
    ///   - evictions: Values that made room for others.
    ///   - entryCount: Values held now.
    ///   - byteCount: The sum of their costs, in bytes.
    ///   - budget: The greatest sum of costs, in bytes.
    public init(
        hits: Int = 0,
        misses: Int = 0,
        evictions: Int = 0,
        entryCount: Int = 0,
        byteCount: Int = 0,
        budget: Int = 0
    ) {
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.entryCount = entryCount
        self.byteCount = byteCount
        self.budget = budget
    }
}
