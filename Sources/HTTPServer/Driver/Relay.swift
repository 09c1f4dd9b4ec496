// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sends resident files whose pages are in a pipe already, so that the system need not look up each of
/// them again.
///
/// A second pipe takes references to the pages, and a socket empties it. Belongs to one thread.
final class Relay {
    private let pipe: Pipe
    /// Takes what a socket did not.
    private let sink: Int32
    /// Whether nothing is sent this way any more, as the system refuses some part of it.
    private var isOver = false

    /// Prepares the second pipe, or returns nil where the system gives none.
    ///
    /// - Parameter limit: The first descriptor that it does not take.
    init?(below limit: Int32) {
        guard let pipe = Pipe(capacity: ResidentFile.pagesLimit), pipe.highestDescriptor < limit
        else { return nil }
        let sink = Syscall.openSink()
        guard sink >= 0, sink < limit else {
            if sink >= 0 { Syscall.closeDescriptor(sink) }
            return nil
        }
        self.pipe = pipe
        self.sink = sink
    }

    deinit {
        Syscall.closeDescriptor(sink)
    }

    /// Sends a file from its start.
    ///
    /// - Returns: What came of it; nil if nothing was sent, and the file is to be sent by other means,
    ///   which also find out what is wrong with a connection.
    func send(_ file: ResidentFile, to socket: Int32) -> Syscall.Transfer? {
        guard !isOver, let pages = file.pages else { return nil }
        let copied = pipe.copy(pages, count: file.count)
        guard copied == file.count else {
            isOver = true
            return nil
        }
        let transfer = pipe.empty(into: socket, count: copied)
        switch transfer {
        case .bytes(let sent):
            drop(copied - sent)
            return transfer
        case .wouldBlock:
            drop(copied)
            return transfer
        case .failed(let error):
            // Not what a connection may have, but what a system says that does not know of this.
            if [EINVAL, ENOSYS, EPERM].contains(error) { isOver = true }
            fallthrough
        case .ended:
            drop(copied)
            return nil
        }
    }

    /// Takes the rest out of the pipe; pages of one file must never go out with those of the next.
    private func drop(_ count: Int) {
        guard count > 0 else { return }
        if pipe.empty(into: sink, count: count) != .bytes(count) { isOver = true }
    }
}
