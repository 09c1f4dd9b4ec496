// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The memory of a test that has a process of its own.
enum Memory {
    /// Gives what was freed back to the system.
    static func trim() {
        typealias Trim = @convention(c) (Int) -> Int32
        // SAFETY: the name is a literal; nil stands for all libraries that are loaded.
        guard let symbol = unsafe dlsym(nil, "malloc_trim") else {
            preconditionFailure("the C library has no malloc_trim")
        }
        // SAFETY: malloc_trim(3) has this type, and may be called at any time.
        _ = unsafe unsafeBitCast(symbol, to: Trim.self)(0)
    }

    /// Permits the process no more than some bytes of address space beyond those it has.
    static func limit(toFurther byteCount: Int) throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
        let size = try #require(Int(line.filter(\.isNumber))) * 1024
        var limit = rlimit(rlim_cur: rlim_t(size + byteCount), rlim_max: rlim_t(size + byteCount))
        // SAFETY: the structure is alive during the call, which only reads it.
        let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        try #require(result == 0)
    }
}
