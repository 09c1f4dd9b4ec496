// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The reason why `accept` returned no connection.
package enum AcceptError: Equatable, Sendable {
    /// No connection is waiting.
    case noneWaits
    /// The waiting connection is gone; the next one may be fine.
    case ofOneConnection
    /// The process or system has no descriptors or memory left, so an immediate retry is useless.
    case ofSystem

    /// Classifies the `errno` of a failed `accept`.
    package init(_ error: Int32) {
        switch error {
        case EAGAIN: self = .noneWaits
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .ofSystem
        // accept(2): on Linux, accept also reports pending errors of the new socket.
        default: self = .ofOneConnection
        }
    }
}
