// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

/// The metadata of a finished result.
struct ResultMetadata: Sendable {
    /// The times of the stages of its rendering; nil if it was read from the store.
    let timings: RenderTimings?
    /// The damage of the pictures that it was made from.
    let damage: Set<Damage>
    /// The media type.
    let mediaType: String
    /// The mark of a result that goes to the store when it is used; nil if it is there, or there is no store.
    let firstUse: FirstUse?
}
