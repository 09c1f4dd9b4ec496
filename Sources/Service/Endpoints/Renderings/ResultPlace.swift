// SPDX-License-Identifier: Apache-2.0

/// The address at which a result is found, as caches need to know it.
struct ResultPlace: Sendable {
    /// The times for which the result at an address stays the same.
    enum Lasting: Sendable {
        /// It never changes.
        case always
        /// It never changes, but may be deleted without its images.
        case untilDeleted
        /// It may change after some seconds.
        case seconds(Int)
    }

    /// The time for which the result stays the same.
    var lasting = Lasting.always
    /// The address at which the result never changes, as the value of `Content-Location`; nil for none.
    var location: String?
}
