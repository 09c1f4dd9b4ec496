// SPDX-License-Identifier: Apache-2.0

import CEpoll
import Glibc

/// A pipe within the process that holds references to pages of files, and no copies of them.
///
/// Holds two descriptors, or one once its input is closed, until it is released.
final class Pipe {
    private let output: Int32
    private var input: Int32

    /// Creates an empty pipe, or returns nil where the system has none of that size to give.
    ///
    /// - Parameter capacity: The bytes that it has to hold, from the start of a page on.
    init?(capacity: Int) {
        var ends = CEpoll_pipe(output: -1, input: -1)
        // SAFETY: the call writes exactly the structure.
        guard unsafe CEpoll_create_pipe(&ends, capacity) == 0 else { return nil }
        output = ends.output
        input = ends.input
    }

    deinit {
        Syscall.closeDescriptor(output)
        closeInput()
    }

    /// The highest of its descriptors.
    var highestDescriptor: Int32 { max(output, input) }

    /// Lets go of the descriptor that nothing more will come through.
    func closeInput() {
        guard input >= 0 else { return }
        Syscall.closeDescriptor(input)
        input = -1
    }

    /// Takes the first bytes of a file.
    ///
    /// - Returns: Whether all of them are in the pipe now.
    func fill(from file: Int32, count: Int) -> Bool {
        var position = 0
        while position < count {
            let moved = CEpoll_fill_pipe(input, file, Int64(position), count - position)
            guard moved > 0 else { return false }
            position += moved
        }
        return true
    }

    /// Takes what another pipe holds, which keeps it.
    ///
    /// - Returns: The bytes that are in this pipe, too, now.
    func copy(_ other: borrowing Pipe, count: Int) -> Int {
        max(0, CEpoll_copy_pipe(other.output, input, count))
    }

    /// Moves bytes out of the pipe, or as many of them as a socket or a device takes.
    func empty(into target: Int32, count: Int) -> Syscall.Transfer {
        while true {
            let moved = CEpoll_empty_pipe(target, output, count)
            if moved > 0 { return .bytes(moved) }
            let error = moved == 0 ? EIO : errno
            if error == EINTR { continue }
            return error == EAGAIN ? .wouldBlock : .failed(error)
        }
    }
}

// SAFETY: the descriptor of the output does not change, and that of the input only before a pipe is
// shared; the system serves any thread.
extension Pipe: @unchecked Sendable {}
