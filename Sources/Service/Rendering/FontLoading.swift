// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Typesetting

/// Keeps the loading of fonts, which takes tens of milliseconds, away from threads that serve others.
struct FontLoading: Sendable {
    private let areLoaded: @Sendable () -> Bool
    private let queue = DispatchQueue(label: "frostpane.fonts")

    /// Creates a guard.
    ///
    /// - Parameter areLoaded: Whether texts can be decided about without waiting.
    init(areLoaded: @escaping @Sendable () -> Bool = { TextRaster.knownIdentity != nil }) {
        self.areLoaded = areLoaded
    }

    /// Does something that may load the fonts: here where they are loaded, else on a thread that may
    /// wait for them.
    ///
    /// - Parameters:
    ///   - fail: Hears what the action throws elsewhere.
    ///   - action: What is done.
    /// - Throws: What the action throws here.
    func whenLoaded(
        failing fail: @escaping @Sendable (ServiceError) -> Void,
        do action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        guard !areLoaded() else { return try action() }
        queue.async {
            do throws(ServiceError) {
                try action()
            } catch {
                fail(error)
            }
        }
    }
}
