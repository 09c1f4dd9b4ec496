// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Makes a named pipe.
///
/// - Returns: Whether it was made.
func makePipe(_ path: String) -> Bool {
    // SAFETY: the string is NUL-terminated for the call.
    unsafe mkfifo(path, 0o600) == 0
}
