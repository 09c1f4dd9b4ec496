// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a build adds to a process to watch over it.
package enum Sanitizer {
    /// Whether the process carries the runtime of the address or of the thread sanitizer.
    ///
    /// Such a process has another allocator, which keeps what was freed and pads what was not, and
    /// maps memory of its own beside all other: nothing that it reads of its own size tells what the
    /// code takes, and a limit of its address space ends it.
    package static let isActive = ["__asan_init", "__tsan_init"].contains { (name: String) in
        // SAFETY: the name is alive during the call; nil stands for all libraries that are loaded,
        // and what is found is only compared.
        unsafe dlsym(nil, name) != nil
    }
}
