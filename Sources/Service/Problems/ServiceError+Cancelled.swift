// SPDX-License-Identifier: Apache-2.0

import Rendering

extension ServiceError {
    /// The error of a request that has no client any more, which no response will state.
    static var cancelled: ServiceError { .admission(.cancelled) }
}
