// SPDX-License-Identifier: Apache-2.0

import Platform
import Typesetting

/// Loads fonts, which takes tens of milliseconds, on a queue instead of an event loop.
struct FontLoading: Sendable {
    private let areLoaded: @Sendable () -> Bool
    /// The queue on which fonts are loaded.
    let queue = SerialQueue("frostpane.fonts")

    /// Creates a loader of fonts with its own queue.
    ///
    /// - Parameter areLoaded: Whether texts can be measured without loading fonts.
    init(areLoaded: @escaping @Sendable () -> Bool = { TextRaster.knownIdentity != nil }) {
        self.areLoaded = areLoaded
    }

    /// Runs a closure that may load fonts: immediately if they are loaded, else on a queue.
    ///
    /// - Returns: The result of the closure.
    func run<Value: Sendable>(
        _ work: () throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        areLoaded() ? try work() : try await queue.run(work)
    }
}
