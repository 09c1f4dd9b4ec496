// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The threads of the event loops.
enum LoopThread {
    private static let stackByteCount = 1 << 20

    /// Starts a thread, which ends with its work.
    ///
    /// - Returns: Zero, or the number of the system's error; the work was let go then.
    static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        // SAFETY: the attributes are initialized before their use and destroyed after it. The box is
        // retained for the thread, which releases it once; where there is no thread it is released
        // here.
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, stackByteCount)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Box(work))
        let code = unsafe pthread_create(
            &thread,
            &attributes,
            { unsafe Box.run($0) },
            box.toOpaque()
        )
        unsafe pthread_attr_destroy(&attributes)
        if code != 0 { unsafe box.release() }
        return code
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
