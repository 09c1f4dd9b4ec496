// SPDX-License-Identifier: Apache-2.0

import Effects
import Store

extension RenderParameters {
    /// The digests of the stored images that the parameters name, such as masks.
    var images: [Digest] {
        ([region.mask].compactMap { $0 } + filter.resources).compactMap { Digest(hex: $0.digest) }
    }
}
