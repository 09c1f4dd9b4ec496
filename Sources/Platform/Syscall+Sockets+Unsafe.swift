// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

extension Syscall {
    /// The result of reading from a socket or writing to it.
    package enum Transfer: Equatable, Sendable {
        /// This many bytes were moved, at least one.
        case bytes(Int)
        /// Nothing can be moved now.
        case wouldBlock
        /// The peer has ended its output.
        case ended
        /// The connection is broken.
        case failed(Int32)

        /// The result of a call that has moved nothing and left this value of `errno`.
        fileprivate init(errno error: Int32) {
            self = error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }

    /// Creates a stream socket that does not survive an exec.
    package static func makeSocket(
        family: Int32,
        blocks: Bool = false
    ) throws(Failure) -> Int32 {
        let flags = blocks ? SOCK_CLOEXEC.rawValue : SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | flags), 0)
        let code = errno
        guard descriptor >= 0 else { throw Failure(code: code) }
        return descriptor
    }

    /// Listens on a bound socket.
    package static func listen(_ socket: Int32, backlog: Int32) throws(Failure) {
        let result = Glibc.listen(socket, backlog)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Ends the output of a socket.
    package static func shutdownWrite(_ socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_WR))
    }
}

// MARK: - Transfers

extension Syscall {
    /// The pieces that one call sends at most.
    private static let maximumPieces = 16

    /// Reads from a socket into an array.
    package static func receive(_ socket: Int32, into buffer: inout [UInt8]) -> Transfer {
        while true {
            // SAFETY: the call writes at most the count of the buffer, which lives for the call.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            }
            let error = errno
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if error != EINTR { return Transfer(errno: error) }
        }
    }

    /// Writes segments to a socket.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - segments: The bytes; no segment from the start on is empty.
    ///   - start: The segment to begin with, and the number of its bytes to leave out.
    ///   - isFollowed: Whether more bytes follow soon, so that a last packet may wait for them.
    /// - Returns: The result; the socket may have taken some of the bytes only.
    package static func send(
        _ socket: Int32,
        _ segments: borrowing [[UInt8]],
        from start: (index: Int, offset: Int),
        isFollowed: Bool
    ) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | (isFollowed ? Int32(MSG_MORE) : 0)
        if start.index == segments.count - 1 {
            return send(socket, segments[start.index], from: start.offset, flags)
        }
        // SAFETY: `gather` keeps every segment alive, and its pointer valid, until the call returns.
        return unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: maximumPieces) {
            pieces in
            unsafe gather(segments, start, pieces, 0, (socket, flags))
        }
    }

    /// Sends bytes of a file to a socket without a copy of them.
    ///
    /// - Parameters:
    ///   - socket: The socket; `SIGPIPE` must be blocked or ignored.
    ///   - file: The descriptor of a file that does not end before the bytes.
    ///   - start: The position of the first byte.
    ///   - count: The number of bytes.
    /// - Returns: The result; the socket may have taken some of the bytes only.
    package static func send(
        _ socket: Int32,
        file: Int32,
        from start: Int,
        count: Int
    ) -> Transfer {
        while true {
            let written = CPlatform_send_file(socket, file, Int64(start), count)
            let error = written == 0 ? EIO : errno
            if written > 0 { return .bytes(written) }
            if error != EINTR { return Transfer(errno: error) }
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
            let error = errno
            if written >= 0 { return .bytes(written) }
            if error != EINTR { return Transfer(errno: error) }
        }
    }

    /// Enters the segments one inside the other, so that all pointers are valid for one call.
    private static func gather(
        _ segments: borrowing [[UInt8]],
        _ start: (index: Int, offset: Int),
        _ pieces: UnsafeMutableBufferPointer<iovec>,
        _ count: Int,
        _ target: (socket: Int32, flags: Int32)
    ) -> Transfer {
        guard start.index < segments.count, count < maximumPieces else {
            // SAFETY: the first `count` pieces were filled by the calls around this one, whose
            // closures keep them valid.
            return unsafe transmit(target, pieces, count)
        }
        let next = (index: start.index + 1, offset: 0)
        // SAFETY: the base is moved by less than the count of the segment, the length is what is
        // left, and the pointer is used inside of the closure only.
        return unsafe segments[start.index].withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return Transfer.failed(EINVAL) }
            unsafe pieces[count] = unsafe iovec(
                iov_base: UnsafeMutableRawPointer(mutating: base + start.offset),
                iov_len: bytes.count - start.offset
            )
            return unsafe gather(segments, next, pieces, count + 1, target)
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
            let error = errno
            if written >= 0 { return .bytes(written) }
            if error != EINTR { return Transfer(errno: error) }
        }
    }
}

// MARK: - Options

extension Syscall {
    /// Sends small responses at once instead of waiting for more.
    package static func disableDelay(_ socket: Int32) {
        try? enable(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: socket)
    }

    /// Makes the close of a socket a reset.
    package static func resetOnClose(_ socket: Int32) {
        try? set(SO_LINGER, of: SOL_SOCKET, on: socket, to: linger(l_onoff: 1, l_linger: 0))
    }

    /// Limits how long each read and each write waits.
    package static func setTimeout(_ socket: Int32, seconds: Int) {
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            try? set(option, of: SOL_SOCKET, on: socket, to: timeval(tv_sec: seconds, tv_usec: 0))
        }
    }

    /// Sets an option that is an integer to one.
    package static func enable(
        _ option: Int32,
        of level: Int32,
        on socket: Int32
    ) throws(Failure) {
        try set(option, of: level, on: socket, to: Int32(1))
    }

    private static func set<Value: BitwiseCopyable>(
        _ option: Int32,
        of level: Int32,
        on socket: Int32,
        to value: Value
    ) throws(Failure) {
        let size = socklen_t(MemoryLayout<Value>.size)
        // SAFETY: the value is read only, with its own size.
        let result = unsafe withUnsafePointer(to: value) {
            unsafe setsockopt(socket, level, option, $0, size)
        }
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }
}
