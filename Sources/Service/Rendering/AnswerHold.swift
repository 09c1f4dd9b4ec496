// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering

/// The decision how long the answer with a new result waits, so that damage in its picture is answered with
/// a problem, and never with a result that is cut.
///
/// The answer begins with the first bytes only where the picture is large: to decode it takes long, and all
/// of its result might not be held in memory.
struct AnswerHold: Sendable {
    /// The number of pixels up to which a picture is decoded to its end before the answer begins.
    static let pixelLimit = 2 << 20

    /// Whether the answer waits at all.
    let isNeeded: Bool

    /// Whether the pictures in the content may turn out to be damaged after the source is decoded.
    private let hasOtherPictures: Bool

    /// Decides for a rendering.
    init(_ renderer: Renderer) {
        isNeeded = renderer.source.header.size.pixelCount <= Self.pixelLimit
        hasOtherPictures = !renderer.plan.resources.isEmpty
    }

    /// Whether the answer may begin; with other pictures in the content, only at the end of the rendering.
    func ends(with session: RenderSession) -> Bool {
        isNeeded && !hasOtherPictures && session.isSourceDecoded
    }
}
