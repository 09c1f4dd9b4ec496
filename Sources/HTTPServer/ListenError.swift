// SPDX-License-Identifier: Apache-2.0

/// Why a server could not open its ports.
public enum ListenError: Error, Hashable, Sendable {
    /// No address was configured.
    case noAddress
    /// The host name has no address.
    case unresolvable(ListenAddress)
    /// A step of opening the address failed with this value of `errno`.
    case system(ListenAddress, step: Step, errno: Int32)
    /// A live server answers at the path of the unix socket, or the path is not a socket.
    case pathInUse(ListenAddress)
    /// The event loops could not be created, with this value of `errno`.
    case eventLoop(errno: Int32)

    /// The step that failed.
    public enum Step: String, Hashable, Sendable {
        /// Creating the socket.
        case socket
        /// Setting an option of the socket.
        case option
        /// Binding the address.
        case bind
        /// Listening on the socket.
        case listen
        /// Setting the mode of the socket's file.
        case mode
    }
}
