// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

/// The system calls of the program.
///
/// Only this type, ``SocketAddress`` and ``SystemThread`` make system calls. Each call reads
/// `errno` in the next statement, and is repeated after an interruption by a signal.
package enum Syscall {
    /// An error of a system call.
    package struct Failure: Error, Equatable, Sendable {
        /// The value of `errno`.
        package let code: Int32

        /// Creates an error from a value of `errno`.
        package init(code: Int32) { self.code = code }

        /// The system's description of the error, such as "No such file or directory".
        package var words: String {
            // SAFETY: the pointer and the size are those of the buffer, and the result is copied.
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
    /// - Throws: The error of an earlier write that the system had delayed.
    package static func close(_ descriptor: Int32) throws(Failure) {
        let result = Glibc.close(descriptor)
        let code = errno
        // Linux frees the descriptor even if the call is interrupted: it must not be repeated.
        guard result == 0 || code == EINTR else { throw Failure(code: code) }
    }
}

// MARK: - Memory

extension Syscall {
    /// Makes the allocator return blocks of 1 MiB and more to the system as soon as they are freed.
    ///
    /// Call it before other threads start.
    package static func returnLargeBlocks() { CPlatform_return_large_blocks() }

    /// Limits the number of heaps that all threads share: two per processor, at least four.
    ///
    /// An hour of mixed requests leaves half as much memory resident as with glibc's eight per processor.
    package static func limitHeaps() {
        CPlatform_limit_heaps(max(4, 2 * CPlatform_processor_count()))
    }

    /// Gives memory that was freed, but kept by the allocator, back to the system.
    ///
    /// - Complexity: O(*n*) time for *n* free blocks; other threads' allocations may wait for it.
    package static func returnFreedMemory() { CPlatform_return_freed_memory() }
}

// MARK: - Clocks

extension Syscall {
    /// Reads the monotonic clock, in nanoseconds since an arbitrary origin.
    package static func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Reads the wall clock, in seconds since 1970, at the last tick of the kernel.
    package static func wallSeconds() -> Int {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int(time.tv_sec)
    }
}

// MARK: - The process

extension Syscall {
    /// Returns the number of CPUs on which the calling thread may run, as `taskset` and cpusets limit them.
    package static func processorCount() -> Int { Int(CPlatform_processor_count()) }

    /// Returns the hard limit of open descriptors, up to which the process may raise its own.
    package static func descriptorLimit() -> Int {
        var limit = rlimit()
        // SAFETY: the pointer is valid for the call.
        let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return result == 0 ? Int(clamping: limit.rlim_max) : 1_024
    }

    /// Raises the limit of open descriptors as far as the process may.
    ///
    /// - Returns: The new limit.
    @discardableResult
    package static func raiseDescriptorLimit() -> Int32 {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        // SAFETY: the pointer is valid for the call.
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1_024 }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // SAFETY: the pointer is valid for the call.
        let isRaised = unsafe setrlimit(resource, &limit) == 0
        return Int32(clamping: isRaised ? limit.rlim_cur : soft)
    }

    /// Opens `/dev/null` for each closed standard stream.
    ///
    /// Otherwise the next opened file or socket gets its number, and log lines end up there. The
    /// descriptors refuse reads and writes in the usual direction.
    package static func occupyStandardStreams() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // All lower descriptors are open, so this is the lowest free one.
            // SAFETY: the string is a literal.
            _ = unsafe Glibc.open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ignores a signal; a dispatch source can still observe it.
    package static func ignore(_ signal: Int32) {
        _ = Glibc.signal(signal, SIG_IGN)
    }

    /// Ends the process with an exit status.
    package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
