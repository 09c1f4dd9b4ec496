// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The calls into the C library, and nothing else: the only file here with unsafe pointers.
enum Syscall {
    /// Reads an IPv4 address in dotted form.
    static func parseIPv4(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4)
        // SAFETY: the string is NUL-terminated for the call, and exactly 4 bytes are written.
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(AF_INET, text, buffer.baseAddress)
        }
        return result == 1 ? bytes : nil
    }

    /// Reads an IPv6 address without brackets.
    static func parseIPv6(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        // SAFETY: the string is NUL-terminated for the call, and exactly 16 bytes are written.
        let result = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe inet_pton(AF_INET6, text, buffer.baseAddress)
        }
        return result == 1 ? bytes : nil
    }
}
