// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

/// The metadata of a finished result, stored with its bytes.
struct ResultMetadata: Sendable {
    /// The times of the stages of the rendering; nil if the result was read from the store.
    let timings: RenderTimings?
    /// The damage of the pictures from which the result was made.
    let damage: Set<Damage>
    /// The media type of the result.
    let mediaType: String
    /// The flag that tells the first use, which stores the result; nil if none has to.
    let firstUse: FirstUse?
}
