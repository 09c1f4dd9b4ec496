// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Synchronization

/// Takes in the body of a request and hands over the upload, or why there is none; once.
///
/// While the body arrives its bytes count against the budget of all bodies that arrive.
final class UploadConsumer: BodyConsumer {
    private struct State: Sendable {
        var reader: UploadReader
        var taken: Int
        var received = 0
        var isOver = false

        mutating func receive(
            _ bytes: Span<UInt8>,
            budget: ReceivingBudget
        ) throws(UploadError) {
            received += bytes.count
            while received > taken {
                guard budget.take(UploadConsumer.step) else { throw .noRoom }
                taken += UploadConsumer.step
            }
            try reader.receive(bytes)
        }
    }

    private let state: Mutex<State>
    private let budget: ReceivingBudget
    private let completion: @Sendable (Result<Upload, UploadError>) -> Void

    /// The bytes by which the share in the budget grows when the length is not stated.
    private static let step = 256 << 10

    /// Creates a consumer.
    ///
    /// - Parameters:
    ///   - reader: What makes the upload.
    ///   - length: How many bytes the client states, if it does.
    ///   - budget: The memory for all bodies that arrive.
    ///   - completion: Called at most once, on the queue of the connection; never when the body
    ///     does not come whole.
    /// - Throws: ``UploadError/noRoom``.
    init(
        reader: UploadReader,
        length: Int?,
        budget: ReceivingBudget,
        completion: @escaping @Sendable (Result<Upload, UploadError>) -> Void
    ) throws(UploadError) {
        let taken = length ?? Self.step
        guard budget.take(taken) else { throw .noRoom }
        var reader = reader
        if let length { reader.reserve(length) }
        state = Mutex(State(reader: reader, taken: taken))
        self.budget = budget
        self.completion = completion
    }

    deinit { budget.give(state.withLock { $0.taken }) }
}

extension UploadConsumer {
    func receive(_ bytes: Span<UInt8>) -> Bool {
        let failure: UploadError? = state.withLock { state in
            guard !state.isOver else { return nil }
            do throws(UploadError) {
                try state.receive(bytes, budget: budget)
                return nil
            } catch {
                state.isOver = true
                return error
            }
        }
        guard let failure else { return true }
        completion(.failure(failure))
        return false
    }

    func finish() {
        let result: Result<Upload, UploadError>? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            do throws(UploadError) {
                return .success(try state.reader.finish())
            } catch {
                return .failure(error)
            }
        }
        if let result { completion(result) }
    }

    func abandon(_ reason: HTTPFault?) {
        state.withLock { $0.isOver = true }
    }
}
