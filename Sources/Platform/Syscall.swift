// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system calls of the program.
///
/// This is the only place that makes them, with ``SocketAddress`` and ``SystemThread``. Each call
/// reads `errno` in the statement after it, and repeats what a signal interrupts.
package enum Syscall {
    /// An error that the system reports.
    package struct Failure: Error, Equatable, Sendable {
        /// The value of `errno`.
        package let code: Int32

        /// Creates the error of a value of `errno`.
        package init(code: Int32) { self.code = code }

        /// The system's own words, such as "No such file or directory".
        package var words: String {
            // SAFETY: the buffer is as long as it is said to be, and the result is copied.
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
                guard let start = buffer.baseAddress else { return "error \(code)" }
                guard unsafe strerror_r(code, start, buffer.count) == 0 else {
                    return "error \(code)"
                }
                return unsafe String(cString: start)
            }
        }
    }

    /// Closes a descriptor.
    ///
    /// - Throws: The error of a write that the system had put off.
    package static func close(_ descriptor: Int32) throws(Failure) {
        let result = Glibc.close(descriptor)
        let code = errno
        // Linux frees the descriptor even if the call is interrupted: it must not be repeated.
        guard result == 0 || code == EINTR else { throw Failure(code: code) }
    }
}

// MARK: - Clocks

extension Syscall {
    /// The time on the monotonic clock, in nanoseconds since an arbitrary origin.
    package static func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Seconds since 1970, as of the last tick of the kernel.
    package static func wallSeconds() -> Int {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int(time.tv_sec)
    }
}

// MARK: - The process

extension Syscall {
    /// The number of CPUs that are online.
    package static func processorCount() -> Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Raises the number of descriptors that the process may have to the highest that it may ask for.
    ///
    /// - Returns: The number that it may have now.
    @discardableResult
    package static func raiseDescriptorLimit() -> Int32 {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // SAFETY: the structure is written and read whole.
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1_024 }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // SAFETY: as above.
        let isRaised = unsafe setrlimit(resource, &limit) == 0
        return Int32(clamping: isRaised ? limit.rlim_cur : soft)
    }

    /// Opens `/dev/null` in the place of each standard stream that is closed.
    ///
    /// Otherwise the next file that is opened gets its number, and log lines end up in a result or
    /// with a client. The streams refuse what they are not for.
    package static func occupyStandardStreams() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one, as those below it are taken.
            // SAFETY: the string is a literal.
            _ = unsafe Glibc.open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ignores a signal, which a dispatch source may still observe.
    package static func ignore(_ signal: Int32) {
        _ = Glibc.signal(signal, SIG_IGN)
    }

    /// Blocks `SIGPIPE` in the calling thread: calls report a broken connection by their results.
    package static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        // SAFETY: the set is initialized before its use, and the old one is not asked for.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Ends the process.
    package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
