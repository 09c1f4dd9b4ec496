// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The meaning of a failed accept.
package enum AcceptError: Equatable, Sendable {
    /// No connection is waiting.
    case noneWaits
    /// The waiting connection is gone; the next one may be fine.
    case ofOneConnection
    /// Descriptors or memory have run out; an immediate retry would be useless.
    case ofSystem

    /// Classifies a value of `errno`.
    package init(_ error: Int32) {
        switch error {
        case EAGAIN: self = .noneWaits
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .ofSystem
        // accept(2): on Linux, accept also reports pending errors of the new socket.
        default: self = .ofOneConnection
        }
    }
}
