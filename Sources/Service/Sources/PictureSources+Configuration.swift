// SPDX-License-Identifier: Apache-2.0

import Codecs

extension PictureSources {
    /// Creates the readers of the sources of a configuration.
    convenience init(
        _ configuration: Configuration,
        _ budget: ReceivingBudget,
        _ metrics: ServiceMetrics
    ) {
        self.init(
            configuration.sources,
            limits: configuration.sourceLimits,
            budget: budget,
            metrics: metrics
        )
    }
}

extension Configuration {
    /// The limits on the size of images in sources, and on the time to read them.
    var sourceLimits: PictureSources.Limits {
        PictureSources.Limits(byteCount: bodyLimit, time: deadline, picture: decodeLimits)
    }

    /// The limits on the size of an image that is decoded.
    var decodeLimits: DecodeLimits {
        DecodeLimits(self)
    }
}
