// SPDX-License-Identifier: Apache-2.0

import CPlatform
import Glibc

extension Syscall {
    /// The result of reading from a socket or writing to it.
    package enum Transfer: Equatable, Sendable {
        /// The number of bytes that were read or written, at least one.
        case bytes(Int)
        /// No bytes can be read or written now without waiting.
        case wouldBlock
        /// The peer has shut down its output.
        case ended
        /// The connection is broken; the payload is the value of `errno`.
        case failed(Int32)

        /// Makes a result from the `errno` of a call that transferred nothing.
        fileprivate init(errno error: Int32) {
            self = error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }

    /// Creates a stream socket, which is closed on exec and nonblocking by default.
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

    /// Makes a bound socket listen for connections.
    package static func listen(_ socket: Int32, backlog: Int32) throws(Failure) {
        let result = Glibc.listen(socket, backlog)
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }

    /// Shuts down the output of a socket, so that its peer reads the end.
    package static func shutdownWrite(_ socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_WR))
    }
}

// MARK: - Transfers

extension Syscall {
    /// The greatest number of byte arrays that one call sends.
    private static let maximumPieces = 16

    /// Reads from a socket into an array, at most as many bytes as its count.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - buffer: The array.
    ///   - discards: Whether the bytes may be lost: a TCP socket then copies none of them.
    /// - Returns: The number of bytes, or the reason why there are none.
    package static func receive(
        _ socket: Int32,
        into buffer: inout [UInt8],
        discards: Bool = false
    ) -> Transfer {
        let flags = discards ? Int32(MSG_TRUNC) : 0
        while true {
            // SAFETY: the call writes at most the count of the buffer, which outlives the call.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, flags)
            }
            let error = errno
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if error != EINTR { return Transfer(errno: error) }
        }
    }

    /// Writes several byte arrays to a socket with one call.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - segments: The bytes; no segment at or after the start is empty.
    ///   - start: The first segment, and the offset in it.
    /// - Returns: The number of bytes, perhaps only some of them, or the reason why there are none.
    package static func send(
        _ socket: Int32,
        _ segments: borrowing [[UInt8]],
        from start: (index: Int, offset: Int)
    ) -> Transfer {
        if start.index == segments.count - 1 {
            return send(socket, segments[start.index], from: start.offset)
        }
        // SAFETY: `gather` keeps every segment alive, and its pointer valid, until the call returns.
        return unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: maximumPieces) {
            pieces in
            unsafe gather(segments, start, pieces, 0, socket)
        }
    }

    private static func send(
        _ socket: Int32,
        _ bytes: [UInt8],
        from start: Int
    ) -> Transfer {
        while true {
            // SAFETY: the call reads the bytes after the start, which is less than the count; the
            // flag prevents a signal for a broken connection.
            let written = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    socket,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start,
                    Int32(MSG_NOSIGNAL)
                )
            }
            let error = errno
            if written >= 0 { return .bytes(written) }
            if error != EINTR { return Transfer(errno: error) }
        }
    }

    /// Collects pointers to all byte arrays in nested closures, in which they are valid, and sends
    /// them.
    private static func gather(
        _ segments: borrowing [[UInt8]],
        _ start: (index: Int, offset: Int),
        _ pieces: UnsafeMutableBufferPointer<iovec>,
        _ count: Int,
        _ socket: Int32
    ) -> Transfer {
        guard start.index < segments.count, count < maximumPieces else {
            // SAFETY: the calling closures filled the first `count` pieces, and keep them valid.
            return unsafe transmit(socket, pieces, count)
        }
        let next = (index: start.index + 1, offset: 0)
        // SAFETY: the offset is less than the count of the segment, the length is the rest, and the
        // pointer is used only inside the closure.
        return unsafe segments[start.index].withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return Transfer.failed(EINVAL) }
            unsafe pieces[count] = unsafe iovec(
                iov_base: UnsafeMutableRawPointer(mutating: base + start.offset),
                iov_len: bytes.count - start.offset
            )
            return unsafe gather(segments, next, pieces, count + 1, socket)
        }
    }

    private static func transmit(
        _ socket: Int32,
        _ pieces: UnsafeMutableBufferPointer<iovec>,
        _ count: Int
    ) -> Transfer {
        // SAFETY: the message refers to `count` initialized pieces, which outlive the call.
        var message = unsafe msghdr()
        unsafe message.msg_iov = pieces.baseAddress
        unsafe message.msg_iovlen = count
        while true {
            // SAFETY: the message is only read; the flag prevents a signal for a broken connection.
            let written = unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
            let error = errno
            if written >= 0 { return .bytes(written) }
            if error != EINTR { return Transfer(errno: error) }
        }
    }
}

// MARK: - Options

extension Syscall {
    /// Makes a socket send small writes at once (TCP_NODELAY).
    package static func disableDelay(_ socket: Int32) {
        try? enable(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: socket)
    }

    /// Acknowledges received bytes now, instead of together with the next bytes sent (TCP_QUICKACK).
    ///
    /// Linux goes back to delayed acknowledgments by itself.
    package static func acknowledgeAtOnce(_ socket: Int32) {
        try? enable(TCP_QUICKACK, of: Int32(IPPROTO_TCP), on: socket)
    }

    /// Makes closing a socket reset the connection (SO_LINGER).
    package static func resetOnClose(_ socket: Int32) {
        try? set(SO_LINGER, of: SOL_SOCKET, on: socket, to: linger(l_onoff: 1, l_linger: 0))
    }

    /// Limits the time of each read from and each write to a socket.
    package static func setTimeout(_ socket: Int32, seconds: Int) {
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            try? set(option, of: SOL_SOCKET, on: socket, to: timeval(tv_sec: seconds, tv_usec: 0))
        }
    }

    /// Sets a socket option to one.
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
        // SAFETY: the value is only read, with its own size.
        let result = unsafe withUnsafePointer(to: value) {
            unsafe setsockopt(socket, level, option, $0, size)
        }
        let code = errno
        guard result == 0 else { throw Failure(code: code) }
    }
}
