// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering

/// Decides when to send a new result, so that a damaged picture gives an error, not a cut file.
///
/// The answer begins with the first bytes only where the picture is large: to decode it takes long, and all
/// of its result might not be held in memory.
struct AnswerHold: Sendable {
    /// The number of pixels up to which a picture is decoded to its end before the answer begins.
    static let pixelLimit = 2 << 20

    /// Whether the answer waits until the pictures are decoded.
    let isNeeded: Bool

    /// Whether the rendering reads other pictures, such as masks, which may be damaged as well.
    private let hasOtherPictures: Bool

    /// Decides by the size of the source picture, and by the other pictures that are read.
    init(_ rendering: RenderRequest) {
        isNeeded = rendering.renderer.source.header.size.pixelCount <= Self.pixelLimit
        hasOtherPictures = !rendering.resources.isEmpty
    }

    /// Whether a held answer may begin now: the source is decoded, and no other picture is read.
    func ends(with session: RenderSession) -> Bool {
        isNeeded && !hasOtherPictures && session.isSourceDecoded
    }
}
