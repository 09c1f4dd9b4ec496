// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import Raster
import Rendering
import Synchronization

/// The facts about a request that the service learns while it answers, for its line in the log and for
/// the metrics.
final class RequestFacts: Sendable {
    /// The facts, as far as they are known.
    struct Values: Sendable {
        /// The address, if it is one of the service.
        var route = Route.other
        /// The rendering that was asked for.
        var picture: PictureFacts?
        /// The tier in which the result was found.
        var tier: String?
        /// The rendering that the request began.
        var flight: RenderFlight?
        /// The number of pixels that were computed for the request, and that its quota counts.
        var countedPixels = 0
    }

    private let state = Mutex(Values())

    /// A copy of the facts.
    var values: Values { state.withLock { $0 } }

    /// Adds facts.
    func note(_ change: (inout Values) -> Void) {
        state.withLock { change(&$0) }
    }
}

/// The facts about a rendering that its log line has.
final class PictureFacts: Sendable {
    /// The size of the result, such as `1200x800`.
    let size: String
    /// The format of the result.
    let format: String
    /// The number of pixels of the source.
    let pixelCount: Int
    /// The estimated work, in passes over a sample.
    let work: Int

    /// Takes the facts from the decisions about a rendering.
    init(_ request: RenderRequest) {
        let output = request.renderer.outputSize
        size = "\(output.width)x\(output.height)"
        format = request.format.fileExtension
        pixelCount = request.renderer.source.pixelCount
        work = request.renderer.estimate.work
    }
}

extension ExchangeRecord {
    /// The facts about the request; nil if the service has not seen it.
    var facts: RequestFacts.Values? { (attachment as? RequestFacts)?.values }
}
