// SPDX-License-Identifier: Apache-2.0

import Rendering

/// What is known about a finished result beside its bytes.
struct ResultMetadata: Sendable {
    /// Where the time went when it was made.
    let timings: RenderTimings
}
