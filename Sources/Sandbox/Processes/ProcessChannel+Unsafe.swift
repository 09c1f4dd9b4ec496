// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// One end of the socket between the server and a sandboxed process, which carries whole messages.
struct ProcessChannel: Hashable, Sendable {
    /// The descriptor of the socket.
    let socket: Int32

    /// A reason why a message was not sent or received.
    enum Failure: Error, Hashable, Sendable {
        /// No message has come yet.
        case wouldBlock
        /// The other process has ended, or closed its end.
        case ended
        /// The message does not have the expected length.
        case malformed
        /// Another error of the system, as a value of `errno`.
        case system(Int32)

        init(_ code: Int32) {
            self =
                switch code {
                case EAGAIN: .wouldBlock
                case EPIPE, ECONNRESET: .ended
                case EPROTO: .malformed
                default: .system(code)
                }
        }
    }

    /// Sends a message of 64-bit words, with a file descriptor unless that is -1.
    func send(_ words: [Int64], descriptor: Int32 = -1) throws(Failure) {
        // SAFETY: C reads the words within the closure.
        let code = unsafe words.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return EINVAL }
            return unsafe csandbox_send(socket, start, bytes.count, descriptor)
        }
        guard code == 0 else { throw Failure(code) }
    }

    /// Receives a message without a file descriptor; waits no longer than some milliseconds.
    func receive(wordCount: Int, milliseconds: Int32) throws(Failure) -> [Int64] {
        var words = [Int64](repeating: 0, count: wordCount)
        // SAFETY: C writes at most the size of the array.
        let code = unsafe words.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return EINVAL }
            return unsafe csandbox_receive(socket, start, bytes.count, nil, milliseconds)
        }
        guard code == 0 else { throw Failure(code) }
        return words
    }

    /// Receives a message with a file descriptor; waits until one comes.
    func receiveWithDescriptor(
        wordCount: Int
    ) throws(Failure) -> (words: [Int64], descriptor: Int32) {
        var words = [Int64](repeating: 0, count: wordCount)
        var descriptor: Int32 = -1
        // SAFETY: C writes at most the size of the array, and one descriptor.
        let code = unsafe words.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return EINVAL }
            return unsafe csandbox_receive(socket, start, bytes.count, &descriptor, -1)
        }
        guard code == 0 else { throw Failure(code) }
        return (words, descriptor)
    }
}
