// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

/// Starts threads with a given stack size.
///
/// Foundation's threads would do, but add 45 MB of language tables to the program.
package enum SystemThread {
    /// Starts a detached thread that ends when its closure returns.
    ///
    /// - Parameters:
    ///   - name: The name that tools such as `top -H` show, at most 15 bytes.
    ///   - stackByteCount: The address space of the stack in bytes; only the used part becomes
    ///     memory.
    ///   - work: The work of the thread; released if the thread cannot be started.
    /// - Throws: The error of the system, such as `EAGAIN` at the limit of threads.
    package static func start(
        name: StaticString,
        stackByteCount: Int,
        _ work: @escaping @Sendable () -> Void
    ) throws(Syscall.Failure) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        // SAFETY: the attributes are initialized before their use and destroyed after it. The box
        // is retained for the thread, which releases it once; without a thread, it is released
        // here.
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, stackByteCount)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Box(name, work))
        let code = unsafe pthread_create(
            &thread,
            &attributes,
            { unsafe Box.run($0) },
            box.toOpaque()
        )
        unsafe pthread_attr_destroy(&attributes)
        guard code == 0 else {
            unsafe box.release()
            throw Syscall.Failure(code: code)
        }
    }

    private final class Box {
        private let name: StaticString
        private let work: @Sendable () -> Void

        init(_ name: StaticString, _ work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }

        static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            // SAFETY: the pointer is that of the box that was retained for this one call.
            guard let pointer = unsafe pointer else { return nil }
            let box = unsafe Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue()
            // SAFETY: a static string lives as long as the program, and ends with a zero.
            let name = unsafe UnsafeRawPointer(box.name.utf8Start)
            unsafe CPlatform_name_thread(name.assumingMemoryBound(to: CChar.self))
            box.work()
            return nil
        }
    }
}
