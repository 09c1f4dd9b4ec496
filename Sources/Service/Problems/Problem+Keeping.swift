// SPDX-License-Identifier: Apache-2.0

import Store

extension Problem {
    /// The time after which a client may try again when the store of pictures has failed.
    private static let storePause = Duration.seconds(2)

    /// Creates the problem for a failure of the store of pictures; the log has the reason.
    init(_ error: BlobError) {
        switch error {
        case .absent, .damaged: self.init(ServiceError.imageNotFound)
        case .unavailable:
            self.init(.storeUnavailable, "The image store does not respond at the moment.")
            self = retrying(after: Self.storePause)
        case .full: self.init(.storeFull, "The image store is full.")
        }
    }
}
