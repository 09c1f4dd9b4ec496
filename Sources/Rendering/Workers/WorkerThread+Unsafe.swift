// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Threads for pixel work, with the stack that the codecs and the longest pipelines need.
///
/// Foundation has threads too, but brings 45 MB of tables for languages into the program.
package enum WorkerThread {
    /// Addresses, of which only those that are used become memory.
    ///
    /// Each stage pulls from the one above. Panes on panes with as many filters as there can be take
    /// about 3 MB of it, and several times that under a sanitizer.
    static let stackByteCount = 32 << 20

    /// Starts a thread, which ends with its work.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        // SAFETY: the attributes are initialized before their use and destroyed after it. The box is
        // retained for the thread, which releases it once, or never where there is no thread.
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, stackByteCount)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Box(work)).toOpaque()
        let code = unsafe pthread_create(&thread, &attributes, { unsafe Box.run($0) }, box)
        unsafe pthread_attr_destroy(&attributes)
        precondition(code == 0, "the system has no thread left")
    }

    private final class Box {
        private let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }

        static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            // SAFETY: the pointer is that of the box which was retained for this one call.
            guard let pointer = unsafe pointer else { return nil }
            let box = unsafe Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue()
            box.work()
            return nil
        }
    }
}
