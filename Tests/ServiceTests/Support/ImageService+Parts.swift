// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Rendering
import Store

@testable import Service

// Short names for the parts that tests look at.
extension ImageService {
    var pool: WorkerPool { admission.pool }
    var results: ResultStore<ResultMetadata> { renders.results }
    var unkept: ResultStore<ResultMetadata> { renders.unkept }
    var knownRenderings: MemoryTier<KnownRendering.Name, KnownRendering> { renders.known }
    var originals: OriginalStore<StoredImage.Facts> { images.originals }
    var store: BlobStore? { images.store }
    var receiving: ReceivingBudget { images.receiving }
}
