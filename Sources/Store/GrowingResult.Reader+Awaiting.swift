// SPDX-License-Identifier: Apache-2.0

import Platform

extension GrowingResult.Reader {
    /// Reads the next chunk, and waits for it if there is none yet.
    ///
    /// The reader leaves if the task is cancelled while it waits. One task at a time may wait.
    ///
    /// - Returns: The chunk, the end, or the failure; never ``GrowingResult/Read/pending``.
    public func read() async -> GrowingResult.Read {
        do throws(GrowingResult.ReaderFault) {
            return try await Promise<GrowingResult.Read, GrowingResult.ReaderFault>.value(
                abandoned: .unfinished
            ) { promise in
                promise.onCancel { [weak self] in self?.leave() }
                read(into: promise)
            }
        } catch {
            return .failed(error)
        }
    }

    private func read(into promise: Promise<GrowingResult.Read, GrowingResult.ReaderFault>) {
        let read = next { [weak self] in self?.read(into: promise) }
        switch read {
        case .pending: break
        case .chunk, .end, .failed: promise.succeed(read)
        }
    }
}
