// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The meaning of a failed accept.
package enum AcceptError: Equatable, Sendable {
    /// No connection waits.
    case noneWaits
    /// The connection that waited is gone; the next may be well.
    case ofOneConnection
    /// Descriptors or memory have run out: trying again at once would only burn time.
    case ofSystem

    /// Creates the meaning of a value of `errno`.
    package init(_ error: Int32) {
        switch error {
        case EAGAIN: self = .noneWaits
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .ofSystem
        // accept(2): errors that wait on the new socket come out of accept on Linux.
        default: self = .ofOneConnection
        }
    }
}
