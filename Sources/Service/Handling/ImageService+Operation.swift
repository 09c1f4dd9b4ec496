// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import Rendering
import Store

// What the program that runs the service tells it and asks it.
extension ImageService {
    /// The paths of the probes, which are answered even if there is no room for more connections.
    ///
    /// - Parameter basePath: The path before all others; probes are found without it as well.
    /// - Returns: The paths.
    package static func probePaths(below basePath: String) -> Set<String> {
        Set(Router.standard.probes.flatMap { [$0, basePath + $0] })
    }

    /// Applies new tokens, signing keys, presets and log level; returns whether it was possible.
    ///
    /// Responses in caches depend on whether there are tokens at all, so that cannot change.
    ///
    /// - Returns: Whether they were applied.
    package func reload(_ new: Configuration) -> Bool {
        guard new.tokens.isEmpty == configuration.tokens.isEmpty else { return false }
        access.reload(new)
        // The outcomes of parsing requests depend on presets.
        renders.known.remove { _ in true }
        monitoring.log.threshold.level = new.logLevel.level
        return true
    }

    /// Makes the readiness probe fail from now on; requests are still answered.
    package func beginDraining() { admission.beginDraining() }

    /// Refuses all renderings from now on; running ones are finished.
    package func shutDown() {
        beginDraining()
        admission.pool.shutDown()
        images.store?.stop()
    }

    /// The number of finished renderings since the start, failed and cancelled ones included.
    package var completedRenderings: Int { admission.pool.status.completed }

    /// Sets the function that returns the counters of the HTTP server, for the metrics.
    ///
    /// - Parameter statistics: Returns the counts; called from any thread.
    package func observe(_ statistics: @escaping @Sendable () -> ServerStatistics) {
        monitoring.observe(statistics)
    }
}
