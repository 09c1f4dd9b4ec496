// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

/// The calls into the C library, and nothing else.
///
/// None of them blocks, save the opening of listeners. `errno` is read by the statement after the
/// call.
enum Syscall {
    /// What came of reading or writing.
    enum Transfer: Equatable, Sendable {
        /// This many bytes were moved, at least one.
        case bytes(Int)
        /// Nothing can be moved now.
        case wouldBlock
        /// The peer has ended its output.
        case ended
        /// The connection is broken.
        case failed(Int32)
    }

    /// The time on the monotonic clock.
    static func monotonicTime() -> Moment {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Seconds since 1970.
    static func wallSeconds() -> Int {
        var time = timespec()
        // SAFETY: the clock exists, and the call writes exactly the structure.
        _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int(time.tv_sec)
    }

    /// The number of processor cores.
    static func processorCount() -> Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// The number of descriptors that the process may have, raised to what it may raise it to.
    static func descriptorLimit() -> Int32 {
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

    /// Reads from a socket into an array.
    static func receive(_ socket: Int32, into buffer: inout [UInt8]) -> Transfer {
        while true {
            // SAFETY: the call writes at most the count of the buffer, which lives for the call.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            let error = errno
            if error == EINTR { continue }
            return error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }

    /// The pieces that one call sends at most.
    private static let maximumPieces = 16

    /// Writes the front of a queue to a socket.
    static func send(_ socket: Int32, _ output: borrowing OutputQueue) -> Transfer {
        if let file = output.file, output.hasReachedFile {
            return send(socket, file, from: output.fileOffset)
        }
        let flags = Int32(MSG_NOSIGNAL) | (output.file == nil ? 0 : Int32(MSG_MORE))
        if output.firstIndex == output.segments.count - 1 {
            let segment = output.segments[output.firstIndex]
            return send(socket, segment, from: output.firstOffset, flags)
        }
        // SAFETY: `gather` keeps every segment alive, and its pointer valid, until the call returns.
        return unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: maximumPieces) {
            pieces in
            unsafe gather(output, output.firstIndex, pieces, 0, (socket, flags))
        }
    }

    private static func send(
        _ socket: Int32,
        _ bytes: [UInt8],
        from start: Int,
        _ flags: Int32
    ) -> Transfer {
        while true {
            // SAFETY: the call reads what follows the start, which is less than the count; the flags
            // say that no signal is raised for a broken connection.
            let written = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    socket,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start,
                    flags
                )
            }
            if written >= 0 { return .bytes(written) }
            let error = errno
            if error == EINTR { continue }
            return error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }

    /// Enters the segments one inside the other, so that all pointers are valid for one call.
    private static func gather(
        _ output: borrowing OutputQueue,
        _ index: Int,
        _ pieces: UnsafeMutableBufferPointer<iovec>,
        _ count: Int,
        _ target: (socket: Int32, flags: Int32)
    ) -> Transfer {
        guard index < output.segments.count, count < maximumPieces else {
            // SAFETY: the first `count` pieces were filled by the calls around this one, whose
            // closures keep them valid.
            return unsafe transmit(target, pieces, count)
        }
        let skipped = count == 0 ? output.firstOffset : 0
        // SAFETY: the base is moved by less than the count of the segment, the length is what is
        // left, and the pointer is used inside of the closure only.
        return unsafe output.segments[index].withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return Transfer.failed(EINVAL) }
            unsafe pieces[count] = unsafe iovec(
                iov_base: UnsafeMutableRawPointer(mutating: base + skipped),
                iov_len: bytes.count - skipped
            )
            return unsafe gather(output, index + 1, pieces, count + 1, target)
        }
    }

    private static func transmit(
        _ target: (socket: Int32, flags: Int32),
        _ pieces: UnsafeMutableBufferPointer<iovec>,
        _ count: Int
    ) -> Transfer {
        // SAFETY: the message refers to `count` initialized pieces that live during the call.
        var message = unsafe msghdr()
        unsafe message.msg_iov = pieces.baseAddress
        unsafe message.msg_iovlen = count
        while true {
            // SAFETY: the message is read only; the flags say that no signal is raised for a broken
            // connection.
            let written = unsafe sendmsg(target.socket, &message, target.flags)
            if written >= 0 { return .bytes(written) }
            let error = errno
            if error == EINTR { continue }
            return error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }

    /// Ends the output of a socket.
    static func shutdownWrite(_ socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// Closes a descriptor.
    static func closeDescriptor(_ descriptor: Int32) {
        // Linux frees the descriptor even if the call is interrupted: it must not be repeated.
        _ = close(descriptor)
    }

    /// Creates a stream socket that does not block and does not survive an exec.
    static func makeSocket(family: Int32) -> Int32 {
        let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return socket(family, Int32(type), 0)
    }

    /// Whether there is anything at a path.
    static func exists(_ path: String) -> Bool {
        mode(path) != nil
    }

    /// Whether there is a socket at a path.
    static func isSocket(_ path: String) -> Bool {
        mode(path).map { $0 & S_IFMT == S_IFSOCK } ?? false
    }

    /// Removes a file.
    static func remove(_ path: String) {
        // SAFETY: the path is NUL-terminated for the call.
        _ = unsafe unlink(path)
    }

    /// Sets the permission bits of a file.
    static func setMode(_ path: String, _ mode: UInt32) -> Bool {
        // SAFETY: the path is NUL-terminated for the call.
        unsafe chmod(path, mode_t(mode)) == 0
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        // SAFETY: the path is NUL-terminated for the call, which writes exactly the structure.
        return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Lets the calling thread hear of broken connections by the results of calls alone.
    static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        // SAFETY: the set is initialized before its use, and the old one is not asked for.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
