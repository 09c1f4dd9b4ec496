// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Store

/// The way in which reading a result ended.
enum Ending: Equatable {
    case whole
    case failed(String)
    case timedOut
}

extension GrowingResult.Reader {
    /// Takes chunks, waiting for them, until there are no more.
    func readToEnd(
        timeout: DispatchTimeInterval = .seconds(20)
    ) -> (bytes: [UInt8], ending: Ending) {
        var bytes: [UInt8] = []
        let ready = DispatchSemaphore(value: 0)
        while true {
            switch next(whenReady: { ready.signal() }) {
            case .chunk(let chunk): bytes += chunk
            case .end: return (bytes, .whole)
            case .failed(let error): return (bytes, .failed("\(error)"))
            case .pending:
                guard ready.wait(timeout: .now() + timeout) == .success else {
                    return (bytes, .timedOut)
                }
            }
        }
    }

    /// The outcome of one read, as a text that can be compared.
    var now: String {
        switch next(whenReady: {}) {
        case .chunk(let chunk): "\(chunk)"
        case .pending: "pending"
        case .end: "end"
        case .failed(let error): "failed(\(error))"
        }
    }
}

extension GrowingResult {
    /// Appends as a producer that can wait does: when there is room.
    func appendInTurn(_ chunk: [UInt8]) throws(Refusal) {
        let room = DispatchSemaphore(value: 0)
        whenRoom { room.signal() }
        room.wait()
        try append(chunk)
    }
}
