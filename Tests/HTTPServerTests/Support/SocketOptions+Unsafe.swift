// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The congestion control of a connection.
func congestionControl(of socket: Int32) -> String {
    var name = [UInt8](repeating: 0, count: 16)
    var size = socklen_t(name.count)
    // SAFETY: the call writes at most the size of the array.
    let result = unsafe name.withUnsafeMutableBytes {
        unsafe getsockopt(socket, Int32(IPPROTO_TCP), TCP_CONGESTION, $0.baseAddress, &size)
    }
    return result == 0 ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) : ""
}
