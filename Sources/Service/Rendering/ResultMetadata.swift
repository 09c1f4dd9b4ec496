// SPDX-License-Identifier: Apache-2.0

import Rendering

/// The metadata of a finished result.
struct ResultMetadata: Sendable {
    /// The times of the stages of its rendering.
    let timings: RenderTimings
}
