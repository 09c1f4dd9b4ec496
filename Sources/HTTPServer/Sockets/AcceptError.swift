// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What a failed accept means.
enum AcceptError: Equatable, Sendable {
    /// No connection waits.
    case noneWaits
    /// The connection that waited is gone; the next may be well.
    case ofOneConnection
    /// Descriptors or memory have run out: trying again at once would only burn time.
    case ofSystem

    /// - Parameter error: The value of `errno`.
    init(_ error: Int32) {
        switch error {
        case EAGAIN: self = .noneWaits
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self = .ofSystem
        // accept(2): errors that wait on the new socket come out of accept on Linux.
        default: self = .ofOneConnection
        }
    }
}
