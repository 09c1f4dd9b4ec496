// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform

extension HTTPExchange {
    /// Asks for the body of the request, receives it, and waits for its end.
    ///
    /// - Parameters:
    ///   - reader: The parser of the body.
    ///   - limit: The greatest length of any body, in bytes; the reader may have a lower one.
    ///   - budget: The memory budget for all arriving bodies.
    /// - Returns: The upload, verified against the digests that its client states.
    /// - Throws: ``ServiceError/upload(_:)``: what is wrong with the stated length is known before the
    ///   client sends the body. ``ServiceError/cancelled`` if the rest of the body will not come.
    func upload(
        with reader: UploadReader,
        limit: Int,
        budget: ReceivingBudget
    ) async throws(ServiceError) -> Upload {
        let limit = min(limit, reader.bodyLimit)
        let length: Int?
        switch bodyLength {
        case .none, .known(0): throw .upload(.missing)
        case .known(let count) where count > limit:
            throw .upload(
                reader.isScene ? .sceneTooLong(limit: limit) : .tooLarge(limit: limit)
            )
        case .known(let count): length = count
        case .chunked: length = nil
        }
        // The connection drops its consumer when the rest will not come, and with it the promise.
        return try await Promise<Upload, ServiceError>.value(abandoned: .cancelled) { promise in
            do throws(UploadError) {
                let consumer = try UploadConsumer(
                    reader: reader,
                    length: length,
                    limit: limit,
                    budget: budget
                ) { result in
                    promise.end(result.mapError(ServiceError.upload))
                }
                receiveBody(limit: limit, into: consumer)
            } catch {
                promise.fail(.upload(error))
            }
        }
    }
}
