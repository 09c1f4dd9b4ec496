// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import Raster
import Rendering
import Synchronization

/// The facts about a request that the service learns while it answers, for its line in the log and for
/// the metrics.
final class RequestFacts: Sendable {
    /// The facts about the request that are known so far.
    struct Values: Sendable {
        /// The kind of address that was requested; `other` for an address that does not exist.
        var route = Route.other
        /// The facts about the requested rendering; nil if none was found or begun.
        var picture: PictureFacts?
        /// The tier of the cache that had the result, such as `memory`; nil if none had it.
        var tier: String?
        /// The rendering that the request began; nil if it found a result or joined a rendering.
        var flight: RenderFlight?
        /// The number of pixels that were computed for the request, and that its quota counts.
        var countedPixels = 0
    }

    private let state = Mutex(Values())

    /// A copy of the facts that are known so far.
    var values: Values { state.withLock { $0 } }

    /// Changes the facts under a lock.
    func note(_ change: (inout Values) -> Void) {
        state.withLock { change(&$0) }
    }
}

/// The facts about a rendering that the access log records.
final class PictureFacts: Sendable {
    /// The size of the result, such as `1200x800`.
    let size: String
    /// The file extension of the result's format, such as `png`.
    let format: String
    /// The number of pixels of the source picture.
    let pixelCount: Int
    /// The estimated work of the rendering: pixels times the passes over them.
    let work: Int

    /// Creates the facts.
    init(size: String, format: String, pixelCount: Int, work: Int) {
        self.size = size
        self.format = format
        self.pixelCount = pixelCount
        self.work = work
    }
}

extension ExchangeRecord {
    /// The facts about the request; nil if the service never received it.
    var facts: RequestFacts.Values? { (attachment as? RequestFacts)?.values }
}
