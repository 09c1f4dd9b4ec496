// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store
import Synchronization

/// Receives a picture from a source like an upload: limits its length and memory, hashes it, and
/// checks its format.
final class SourceReceiver: Sendable {
    private final class Result: Sendable {
        let value = Mutex<Swift.Result<Upload, UploadError>?>(nil)
    }

    private let result = Result()
    private let consumer: UploadConsumer

    /// Creates a receiver of one picture.
    ///
    /// - Parameters:
    ///   - length: The stated length, if there is one, in bytes.
    ///   - limit: The greatest length, in bytes.
    ///   - budget: The memory for arriving pictures.
    /// - Throws: A reason to refuse the picture before it is read.
    init(length: Int?, limit: Int, budget: ReceivingBudget) throws(ServiceError) {
        do throws(UploadError) {
            guard length ?? 0 <= limit else { throw .imageTooLarge(limit: limit) }
            let reader = try UploadReader(
                .picture,
                fields: [:],
                takesParameters: false,
                imageLimit: limit
            )
            consumer = try UploadConsumer(
                reader: reader,
                length: length,
                limit: limit,
                budget: budget
            ) { [result] outcome in
                result.value.withLock { $0 = outcome }
            }
        } catch {
            throw ServiceError(ofSource: error)
        }
    }

    /// Takes the next bytes of the picture; returns false if the picture is refused.
    func receive(_ bytes: Span<UInt8>) -> Bool { consumer.receive(bytes) }

    /// Ends the picture, and returns its contents with their digest.
    ///
    /// - Throws: The reason why it is refused, also if ``receive(_:)`` has refused it before.
    func finish() throws(ServiceError) -> ImageFile {
        if result.value.withLock({ $0 == nil }) { consumer.finish() }
        guard let outcome = result.value.withLock({ $0.take() }) else { throw .unexpected }
        do throws(UploadError) {
            guard let file = try outcome.get().image else { throw .missing }
            return file
        } catch {
            throw ServiceError(ofSource: error)
        }
    }
}
