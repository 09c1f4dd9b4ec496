// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

// Systems that refuse calls: old kernels, and filters of containers.
extension Syscall {
    /// Lets the C library start threads and processes where a filter refuses `clone3` in a way that it does not
    /// expect.
    ///
    /// Call it before other threads start. Without success, ``refusal()`` tells so.
    package static func allowThreads() { _ = CPlatform_allow_threads() }

    /// Tries the calls without which the program cannot work at all.
    ///
    /// Dispatch traps where they fail, without a word.
    ///
    /// - Returns: The first call that fails, and its error; nil if all are granted.
    package static func refusal() -> (call: String, error: Failure)? {
        var code: Int32 = 0
        // SAFETY: the code is a local variable, and the name a literal.
        guard let call = unsafe CPlatform_refused_call(&code) else { return nil }
        return unsafe (String(cString: call), Failure(code: code))
    }
}
