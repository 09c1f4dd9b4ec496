// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

/// The metadata of a finished result.
struct ResultMetadata: Sendable {
    /// The times of the stages of its rendering.
    let timings: RenderTimings
    /// The damage of the pictures that it was made from.
    let damage: Set<Damage>
}
