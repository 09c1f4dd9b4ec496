// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Makes a pipe with a name; returns whether there is one now.
func makePipe(_ path: String) -> Bool {
    // SAFETY: the string is NUL-terminated for the call.
    unsafe mkfifo(path, 0o600) == 0 || errno == EEXIST
}

/// Makes a socket that nobody listens on; returns whether it was made.
func makeSocket(_ path: String) -> Bool {
    // SAFETY: the string is NUL-terminated for the call.
    unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0
}

/// Makes a file longer by zeros that take no room; returns whether it was made.
func extend(_ path: String, to byteCount: Int) -> Bool {
    // SAFETY: the string is NUL-terminated for the call.
    unsafe truncate(path, byteCount) == 0
}

/// Gives a file the name of another one; returns whether that was done.
func move(_ path: String, to other: String) -> Bool {
    // SAFETY: the strings are NUL-terminated for the call.
    unsafe rename(path, other) == 0
}
