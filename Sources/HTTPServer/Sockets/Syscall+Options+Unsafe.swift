// SPDX-License-Identifier: Apache-2.0

import Glibc

// What can be asked of a socket, and told to it.
extension Syscall {
    /// Sends small responses at once instead of waiting for more.
    static func disableDelay(_ socket: Int32) {
        _ = setOption(socket, Int32(IPPROTO_TCP), TCP_NODELAY)
    }

    /// Makes the close of a socket a reset.
    static func resetOnClose(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        // SAFETY: the option is read only, with its own size.
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, size)
    }

    /// Sets an option that is an integer to one.
    static func setOption(_ socket: Int32, _ level: Int32, _ name: Int32) -> Bool {
        var value: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // SAFETY: the option is read only, with its own size.
        return unsafe setsockopt(socket, level, name, &value, size) == 0
    }
}
